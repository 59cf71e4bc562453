"""What the arena says and what a bot answers in A Code of Ice and Fire.

This file knows the words of the game, `lines.py` reads and prints lines.
`skirmish rules ice-and-fire` has the whole protocol. You give any number of orders a turn, then `end_turn`.
"""

from dataclasses import dataclass
from typing import Dict, List, Tuple

from lines import read_line, say

Cell = Tuple[int, int]  # x grows to the right, y downwards

SIZE = 12
HEADQUARTERS, MINE, TOWER = 0, 1, 2
UNIT_COST = [0, 10, 20, 30]  # by level
UNIT_UPKEEP = [0, 1, 4, 20]
TOWER_COST = 15


@dataclass
class Building:
    """A headquarters, a mine or a tower."""

    is_own: bool
    kind: int  # HEADQUARTERS, MINE or TOWER
    cell: Cell


@dataclass
class Unit:
    """A soldier of level 1, 2 or 3."""

    is_own: bool
    id: int
    level: int
    cell: Cell


class Game:
    """One match as your bot sees it."""

    mine_spots: List[Cell]

    turn: int = 0  # counted from 1
    gold: int = 0
    income: int = 0
    enemy_gold: int = 0
    enemy_income: int = 0
    # For each cell, map[y][x]: `#` void, `.` neutral, `O` yours, `o` yours but cut off, `X` the enemy's, `x` the
    # enemy's but cut off.
    map: List[str]
    buildings: Dict[Cell, Building]
    units: Dict[Cell, Unit]
    own_headquarters: Cell
    enemy_headquarters: Cell

    def __init__(self) -> None:
        self.mine_spots, self.buildings, self.units = [], {}, {}
        self._orders: List[str] = []

    def read_turn(self) -> bool:
        """Waits for your next turn. False when the match is over."""
        line = read_line()
        self.turn += 1
        if self.turn == 1:
            spots = [read_line() for _ in range(line.number(0))]
            self.mine_spots = [(spot.number(0), spot.number(1)) for spot in spots]
            line = read_line()
        self.gold = line.number(0)
        self.income = read_line().number(0)
        self.enemy_gold = read_line().number(0)
        self.enemy_income = read_line().number(0)
        self.map = [read_line().word(0) for _ in range(SIZE)]
        self.buildings = {}
        for _ in range(read_line().number(0)):
            owner, kind, x, y = read_line().numbers(0, 4)
            self._add_building(Building(owner == 0, kind, (x, y)))
        self.units = {}
        line = read_line()
        for _ in range(line.number(0)):
            line = read_line()
            owner, id, level, x, y = line.numbers(0, 5)
            self.units[(x, y)] = Unit(owner == 0, id, level, (x, y))
        # After the end every line is one more end, so it is enough to look at the last.
        return not line.is_end

    def _add_building(self, building: Building) -> None:
        self.buildings[building.cell] = building
        if building.kind == HEADQUARTERS and building.is_own:
            self.own_headquarters = building.cell
        elif building.kind == HEADQUARTERS:
            self.enemy_headquarters = building.cell

    def at(self, cell: Cell) -> str:
        """What the map shows on a cell; void beyond the board."""
        x, y = cell
        return self.map[y][x] if 0 <= x < SIZE and 0 <= y < SIZE else "#"

    def neighbours(self, cell: Cell) -> List[Cell]:
        """The cells above, to the right, below and to the left that are not void."""
        x, y = cell
        around = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
        return [near for near in around if self.at(near) != "#"]

    def is_guarded(self, cell: Cell) -> bool:
        """Whether an enemy tower keeps units below level 3 out of the cell."""
        own = self.buildings.get(cell)
        if own and own.kind == TOWER and not own.is_own:
            return True
        if self.at(cell) != "X":
            return False
        beside = [self.buildings.get(near) for near in self.neighbours(cell) if self.at(near) == "X"]
        return any(b is not None and b.kind == TOWER and not b.is_own for b in beside)

    def level_to_enter(self, cell: Cell) -> int:
        """The lowest level that can enter the cell; 4 if something of yours stands there."""
        building, unit = self.buildings.get(cell), self.units.get(cell)
        if (building and building.is_own) or (unit and unit.is_own):
            return 4
        if self.is_guarded(cell):
            return 3
        return min(unit.level + 1, 3) if unit else 1

    # The orders of a turn.

    def move(self, unit: Unit, cell: Cell) -> None:
        """A unit goes one step towards a cell."""
        self._orders.append(f"MOVE {unit.id} {cell[0]} {cell[1]}")

    def train(self, level: int, cell: Cell) -> None:
        """A new unit, on your territory or on a cell beside it, which it takes."""
        self._orders.append(f"TRAIN {level} {cell[0]} {cell[1]}")

    def build_mine(self, cell: Cell) -> None:
        """A mine on a mine spot of yours."""
        self._orders.append(f"BUILD MINE {cell[0]} {cell[1]}")

    def build_tower(self, cell: Cell) -> None:
        """A tower on a cell of yours that is no mine spot."""
        self._orders.append(f"BUILD TOWER {cell[0]} {cell[1]}")

    def message(self, text: str) -> None:
        """A text for those who watch."""
        self._orders.append(f"MSG {text.replace(';', ',')}")

    def end_turn(self) -> None:
        """Sends the orders of this turn."""
        say(";".join(self._orders) if self._orders else "WAIT")
        self._orders = []
