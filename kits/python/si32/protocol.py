"""What the arena says and what a bot answers in Si32: everything about text is in this file.

`skirmish rules si32` has the whole protocol. You give any number of commands a turn, then `end_turn`.
"""

import sys
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

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
        words = _words()
        self.width, self.height, self.seat, self.turns = (_number(words, place) for place in range(1, 5))
        rows = [_words() for _ in range(self.height)]
        self.resources = [[_number(row, x) for x in range(self.width)] for row in rows]
        self._commands: List[str] = []

    def read_turn(self) -> bool:
        """Waits for the next turn. False when the match is over."""
        self.armies, self.buildings, self.bad = [], [], []
        self._occupied: Dict[Tile, Army] = {}
        self._covered: Dict[Tile, Building] = {}
        while True:
            words = _words()
            if not words or words[0] == "end":
                return bool(words) and self.result is None
            self._hear(words[0], words[1:])

    def _hear(self, kind: str, words: List[str]) -> None:
        # What each line has is known; 0 stands for what is missing.
        first, second, third, fourth = (_number(words, place) for place in range(4))
        tile = first, second
        if kind == "bad":
            self.bad.append(BadLine(first, words[1] if len(words) > 1 else ""))
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
        # Without flush the lines stay in a buffer, and the arena waits for them until your time is over.
        print(*self._commands, "end", sep="\n", flush=True)
        self._commands = []


def _words() -> List[str]:
    """The words of the next line; none when the match is over."""
    return sys.stdin.readline().split()


def _number(words: List[str], place: int) -> int:
    """The number at that place of a line, 0 if there is none. Words after those that you know are left alone."""
    try:
        return int(words[place])
    except (IndexError, ValueError):
        return 0
