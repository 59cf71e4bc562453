"""Lines in, lines out: how a bot talks, whichever game it plays. What the lines mean is said in protocol.py."""

import sys
from typing import List


class Line:
    """One line of the arena, taken apart. Places are counted from 0; words after those that you know are left alone."""

    def __init__(self, text: str) -> None:
        self.is_end = text == ""  # there are no more lines: the match is over
        self.words: List[str] = text.split()

    def word(self, place: int) -> str:
        """The word at that place, empty if there is none."""
        return self.words[place] if place < len(self.words) else ""

    def number(self, place: int) -> int:
        """The number at that place, 0 if there is none."""
        try:
            return int(self.word(place))
        except ValueError:
            return 0

    def numbers(self, first: int, count: int) -> List[int]:
        """So many numbers, from that place on."""
        return [self.number(place) for place in range(first, first + count)]


def read_line() -> Line:
    """Waits for the next line."""
    return Line(sys.stdin.readline())


def say(*lines: str) -> None:
    """Sends an answer."""
    # Without flush the lines stay in a buffer, and the arena waits for them until your time is over.
    print(*lines, sep="\n", flush=True)
