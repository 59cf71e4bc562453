"""What the arena says and what a bot answers in Underworld.

This file knows the words of the game, `lines.py` reads and prints lines.
`skirmish rules underworld` has the whole protocol. You give any number of commands a turn, then `end_turn`.
"""

from dataclasses import dataclass
from typing import Dict, List, Tuple

from lines import read_line, say

Cell = Tuple[int, int]  # x counts columns from the west, y rows from the north

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
WARRIOR, BARRACKS, CASTLE, FARM, WALL = "W", "B", "C", "F", "#"
COST = {WARRIOR: 500, BARRACKS: 1500, FARM: 1000}
RANGE = 2  # how far a warrior hits
BUILD_DISTANCE = 2  # how far from an own building a new one can stand


@dataclass
class Thing:
    """Whatever stands on a cell."""

    cell: Cell
    owner: int  # a seat; -1 for walls
    kind: str  # WARRIOR, BARRACKS, CASTLE, FARM or WALL
    hit_points: int  # -1 for walls


class Game:
    """One match as your bot sees it."""

    width: int
    height: int
    players: int
    seat: int  # yours

    turn: int = 0  # counted from 1
    money: int = 0
    things: Dict[Cell, Thing]  # everything you see, by cell
    is_over: bool = False

    def __init__(self) -> None:
        self.things = {}
        self._commands: List[str] = []
        read_line()  # Who are you?
        say("crayfish")

    def read_turn(self) -> bool:
        """Waits for the next turn. False when the match is over."""
        if self.turn == 0:
            line = read_line()
            if line.is_end or line.word(0) == "gg":
                return False
            self.width, self.height, self.players, self.seat = line.numbers(0, 4)
        self.turn += 1
        self.things = {}
        while True:
            line = read_line()
            if line.is_end or line.word(0) == "end":
                return not line.is_end and not self.is_over
            if line.word(0) == "gg":
                self.is_over = True
            elif line.word(0) == "money":
                self.money = line.number(1)
            elif len(line.words) >= 5:
                x, y, owner, _, hit_points = line.numbers(0, 5)
                self.things[(x, y)] = Thing((x, y), owner, line.word(3), hit_points)

    def own(self, kind: str) -> List[Thing]:
        """Your warriors, barracks, castle or farms, row by row."""
        return [thing for thing in self.things.values() if thing.kind == kind and thing.owner == self.seat]

    def enemies(self, kind: str) -> List[Thing]:
        """All others' warriors, barracks, castles or farms that you see, row by row."""
        return [t for t in self.things.values() if t.kind == kind and t.owner not in (self.seat, -1)]

    def is_on_board(self, cell: Cell) -> bool:
        """Whether there is such a cell."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def is_free(self, cell: Cell) -> bool:
        """Whether the cell is on the board and you see nothing on it."""
        return self.is_on_board(cell) and cell not in self.things

    def is_within(self, one: Cell, other: Cell, distance: int) -> bool:
        """Whether two cells are at most so far from each other, as the crow flies."""
        return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= distance**2

    # The commands of a turn.

    def move(self, cell: Cell, direction: str) -> None:
        """The warrior on the cell goes one step: N, E, S or W."""
        self._commands.append(f"move {cell[0]} {cell[1]} {direction}")

    def spawn(self, cell: Cell, direction: str) -> None:
        """The barracks on the cell trains a warrior on that side."""
        self._commands.append(f"spawn {cell[0]} {cell[1]} {direction}")

    def build(self, cell: Cell, kind: str) -> None:
        """A BARRACKS or a FARM on a free cell near one of your buildings."""
        self._commands.append(f"build {cell[0]} {cell[1]} {kind}")

    def end_turn(self) -> None:
        """Sends the commands of this turn."""
        say(*self._commands, "end")
        self._commands = []
