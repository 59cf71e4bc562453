"""What the arena says and what a bot answers in Plantation: everything about text is in this file.

`skirmish rules plantation` has the whole protocol. Scores are turned so that yours are positive and the
enemy's negative, whichever side you play.
"""

import sys
from dataclasses import dataclass
from typing import List, Optional, Tuple

Tile = Tuple[int, int]  # row, column


@dataclass
class Reply:
    """What came of the last command."""

    kind: str  # "OK", "occupied" or "error"
    numbers: List[int]  # scores are signed: yours positive, the enemy's negative


class Game:
    """One match as your bot sees it."""

    rows: int
    cols: int
    sign: int  # +1 if you are Plus, -1 if you are Minus; the module has already taken it out of all scores
    turns: int
    moves_per_turn: int

    turn: int = 0  # counted from 1
    moves: int = 0  # moves left in this turn
    time_ms: int = 0  # milliseconds left for the match
    board: List[List[int]]  # your scores; 0 is a tile that is not yours
    reply: Optional[Reply] = None  # to your last command; None before the first
    result: Optional[Tuple[int, int]] = None  # your sum and the enemy's, once the match is over

    def __init__(self) -> None:
        words = _words()
        self.rows, self.cols = _number(words, 1), _number(words, 2)
        self.sign = 1 if words[3:4] == ["+"] else -1
        self.turns, self.moves_per_turn = _number(words, 4), _number(words, 5)
        self.board = [[0] * self.cols for _ in range(self.rows)]

    def read_turn(self) -> bool:
        """Waits until a command is wanted. False when the match is over."""
        while True:
            words = _words()
            if not words:
                return False
            if words[0] == "turn":
                self.turn, self.moves, self.time_ms = _number(words, 1), _number(words, 3), _number(words, 5)
                self.board = [self._row() for _ in range(self.rows)]
                return True
            if words[0] == "end":
                self.result = _number(words, 1), _number(words, 2)
                return False
            if words[0] in ("OK", "occupied", "error"):
                self.reply = self._reply(words)

    def tiles(self) -> List[Tile]:
        """Your tiles, row by row."""
        return [(r, c) for r in range(self.rows) for c in range(self.cols) if self.board[r][c] > 0]

    def neighbours(self, tile: Tile) -> List[Tile]:
        """The tiles above, below, left and right that are on the board."""
        row, col = tile
        around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        return [(r, c) for r, c in around if 0 <= r < self.rows and 0 <= c < self.cols]

    # The six commands. One answers one request.

    def fertilise(self, tile: Tile) -> None:
        """1 move: one of your tiles grows by 1."""
        self._say("fertilise", *tile)

    def plant(self, tile: Tile) -> None:
        """1 move: takes an empty tile beside one of yours."""
        self._say("plant", *tile)

    def scout(self, tile: Tile) -> None:
        """1 move: the next reply has the nine scores around the tile."""
        self._say("scout", *tile)

    def colonise(self, target: Tile, source: Tile) -> None:
        """2 moves: takes an empty tile anywhere; the source, a tile of yours with 2 or more, loses 1."""
        self._say("colonise", *target, *source)

    def spray(self, tile: Tile) -> None:
        """2 moves: the enemy's tiles here and beside it lose 1 each."""
        self._say("spray", *tile)

    def bomb(self, tile: Tile) -> None:
        """2 moves: the enemy's tile here loses up to 4."""
        self._say("bomb", *tile)

    def _say(self, name: str, *numbers: int) -> None:
        # Without flush the line stays in a buffer, and the arena waits for it until your time is over.
        print(name, *numbers, flush=True)

    def _row(self) -> List[int]:
        words = _words()
        return [self.sign * _number(words, col) for col in range(self.cols)]

    def _reply(self, words: List[str]) -> Reply:
        scores = words[1].split(",") if len(words) > 1 else []
        numbers = [_number(scores, place) for place in range(len(scores))]
        # Scores have a sign; the single number after OK counts tiles or levels and has none.
        if words[0] == "occupied" or len(numbers) > 1:
            numbers = [self.sign * number for number in numbers]
        return Reply(words[0], numbers)


def _words() -> List[str]:
    """The words of the next line; none when the match is over."""
    return sys.stdin.readline().split()


def _number(words: List[str], place: int) -> int:
    """The number at that place of a line, 0 if there is none. Words after those that you know are left alone."""
    try:
        return int(words[place])
    except (IndexError, ValueError):
        return 0
