"""What the arena says and what a bot answers in Si32.

This file knows the words of the game, `lines.py` reads and prints lines.
`skirmish rules si32` has the whole protocol. You give any number of commands a turn, then `end_turn`.
"""

from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from lines import Line, read_line, say

Tile = Tuple[int, int]  # x grows to the east, y to the south

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
CORNERS = {"NE": (1, -1), "SE": (1, 1), "SW": (-1, 1), "NW": (-1, -1)}
BUILDING_COST = 100
MAX_WORKERS = 10


@dataclass
class Army:
    """All units on one tile; they belong to one player."""

    tile: Tile
    is_own: bool
    units: int


@dataclass
class Building:
    """A building covers 2x2 tiles."""

    tile: Tile  # its top-left one
    is_own: bool
    progress: int


@dataclass
class BadLine:
    """A line of your last answer that did nothing."""

    line: int  # counted from 1
    reason: str


class Game:
    """One match as your bot sees it."""

    width: int
    height: int
    seat: int
    turns: int
    resources: List[List[int]]  # what lies on the tiles: resources[y][x]

    turn: int = 0  # counted from 1
    resource: int = 0  # what you can spend
    enemy_resource: int = 0
    produced: int = 0  # units you have produced
    enemy_produced: int = 0
    armies: List[Army]
    buildings: List[Building]
    bad: List[BadLine]
    result: Optional[Tuple[int, int]] = None  # units you and the enemy produced, once the match is over

    def __init__(self) -> None:
        self.width, self.height, self.seat, self.turns = read_line().numbers(1, 4)
        self.resources = [read_line().numbers(0, self.width) for _ in range(self.height)]
        self._commands: List[str] = []

    def read_turn(self) -> bool:
        """Waits for the next turn. False when the match is over."""
        self.armies, self.buildings, self.bad = [], [], []
        self._occupied: Dict[Tile, Army] = {}
        self._covered: Dict[Tile, Building] = {}
        while True:
            line = read_line()
            if line.is_end or line.word(0) == "end":
                return not line.is_end and self.result is None
            self._hear(line)

    def _hear(self, line: Line) -> None:
        """One line of the turn."""
        kind = line.word(0)
        first, second, third, fourth = line.numbers(1, 4)
        tile = first, second
        if kind == "bad":
            self.bad.append(BadLine(first, line.word(2)))
        elif kind == "turn":
            self.turn = first
        elif kind == "resource":
            self.resource, self.enemy_resource = first, second
        elif kind == "produced":
            self.produced, self.enemy_produced = first, second
        elif kind == "r" and self.is_on_board(tile):
            self.resources[second][first] = third
        elif kind == "u":
            army = Army(tile, third == 0, fourth)
            self.armies.append(army)
            self._occupied[tile] = army
        elif kind == "b":
            building = Building(tile, third == 0, fourth)
            self.buildings.append(building)
            for x, y in [(0, 0), (1, 0), (0, 1), (1, 1)]:
                self._covered[(first + x, second + y)] = building
        elif kind == "over":
            self.result = first, second

    def army_at(self, tile: Tile) -> Optional[Army]:
        """The units on the tile."""
        return self._occupied.get(tile)

    def building_at(self, tile: Tile) -> Optional[Building]:
        """The building that covers the tile."""
        return self._covered.get(tile)

    def is_on_board(self, tile: Tile) -> bool:
        """Whether there is such a tile."""
        return 0 <= tile[0] < self.width and 0 <= tile[1] < self.height

    # The commands of a turn.

    def move(self, tile: Tile, direction: str, units: int) -> None:
        """Units of a tile go one step: N, E, S or W."""
        self._commands.append(f"move {tile[0]} {tile[1]} {direction} {units}")

    def build(self, tile: Tile, corner: str) -> None:
        """One unit places a building that covers the tile and the three towards the corner: NE, SE, SW or NW."""
        self._commands.append(f"build {tile[0]} {tile[1]} {corner} 1")

    def work(self, tile: Tile, units: int) -> None:
        """Units of a tile work in your building there."""
        self._commands.append(f"build {tile[0]} {tile[1]} {units}")

    def mine(self, tile: Tile, units: int) -> None:
        """Units of a tile take 1 resource each from it."""
        self._commands.append(f"mine {tile[0]} {tile[1]} {units}")

    def end_turn(self) -> None:
        """Sends the commands of this turn."""
        say(*self._commands, "end")
        self._commands = []
