"""What the arena says and what a bot answers in Plantation.

This file knows the words of the game, `lines.py` reads and prints lines.
`skirmish rules plantation` has the whole protocol. Scores are turned so that yours are positive and the
enemy's negative, whichever side you play.
"""

from dataclasses import dataclass
from typing import List, Optional, Tuple

from lines import Line, read_line, say

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
        hello = read_line()
        self.rows, self.cols = hello.numbers(1, 2)
        self.sign = 1 if hello.word(3) == "+" else -1
        self.turns, self.moves_per_turn = hello.numbers(4, 2)
        self.board = [[0] * self.cols for _ in range(self.rows)]

    def read_turn(self) -> bool:
        """Waits until a command is wanted. False when the match is over."""
        while True:
            line = read_line()
            if line.is_end:
                return False
            if line.word(0) == "turn":
                self.turn, self.moves, self.time_ms = line.number(1), line.number(3), line.number(5)
                self.board = [self._signed(read_line().numbers(0, self.cols)) for _ in range(self.rows)]
                return True
            if line.word(0) == "end":
                self.result = line.number(1), line.number(2)
                return False
            if line.word(0) in ("OK", "occupied", "error"):
                self.reply = self._reply(line)

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
        say(" ".join([name, *map(str, numbers)]))

    def _signed(self, scores: List[int]) -> List[int]:
        return [self.sign * score for score in scores]

    def _reply(self, line: Line) -> Reply:
        scores = Line(line.word(1).replace(",", " "))
        numbers = scores.numbers(0, len(scores.words))
        # Scores have a sign; the single number after OK counts tiles or levels and has none.
        are_scores = line.word(0) == "occupied" or len(numbers) > 1
        return Reply(line.word(0), self._signed(numbers) if are_scores else numbers)
