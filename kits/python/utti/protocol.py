"""What the arena says and what a bot answers in Utti.

This file knows the words of the game, `lines.py` reads and prints lines.
`skirmish rules utti` has the whole protocol. This module asks to be asked unit by unit, and keeps the board for you:
mines, all units of both sides, and everybody's gold.
"""

from dataclasses import dataclass
from typing import Dict, List, Optional, Set, Tuple

from lines import Line, read_line, say

Cell = Tuple[int, int]  # row, column


@dataclass
class Unit:
    """A troop or a base."""

    id: int
    is_own: bool  # yours, not the enemy's
    is_base: bool
    cell: Cell
    height: int  # 0 for a base


class Game:
    """One match as your bot sees it."""

    size: int  # rows and columns of the board
    seat: int
    rounds: int
    max_units: int  # the most units a side can have
    troop_cost: int
    base_height: int  # how high a troop must be to become a base
    mines: List[Cell]  # row by row

    round: int = 0  # counted from 0
    gold: int = 0
    enemy_gold: int = 0
    units: Dict[int, Unit]  # everybody, by id
    troops: Dict[Cell, Unit]  # everybody's troops, by cell
    unit: Unit  # the one that is to act now
    result: Optional[Tuple[int, int]] = None  # your score and the enemy's, once the match is over

    def __init__(self) -> None:
        self.mines, self.units, self.troops = [], {}, {}
        hello = read_line()
        self.size, self.seat, self.rounds = hello.numbers(1, 3)
        self.max_units, self.troop_cost, self.base_height = hello.numbers(4, 3)
        for _ in range(read_line().number(1)):
            line = read_line()
            self.mines.append((line.number(0), line.number(1)))
        self._mine_cells: Set[Cell] = set(self.mines)
        for _ in range(read_line().number(1)):
            self._add(read_line(), 0)
        read_line()  # end
        say("ready")

    def read_turn(self) -> bool:
        """Waits until one of your units, `unit`, is to act. False when the match is over."""
        while True:
            line = read_line()
            if line.is_end:
                return False
            if line.word(0) == "act" and line.number(1) in self.units:
                self.unit = self.units[line.number(1)]
                self.gold = line.number(6)
                return True
            if line.word(0) == "over":
                self.result = line.number(1), line.number(2)
                return False
            self._hear(line)

    def neighbours(self, cell: Cell) -> List[Cell]:
        """The up to eight cells around, row by row."""
        row, col = cell
        return [
            (r, c)
            for r in range(max(row - 1, 0), min(row + 2, self.size))
            for c in range(max(col - 1, 0), min(col + 2, self.size))
            if (r, c) != cell
        ]

    def distance(self, one: Cell, other: Cell) -> int:
        """Steps between two cells: a diagonal step is one step."""
        return max(abs(one[0] - other[0]), abs(one[1] - other[1]))

    def has_mine(self, cell: Cell) -> bool:
        """Whether there is a mine on the cell."""
        return cell in self._mine_cells

    def own_troops(self) -> int:
        """How many troops you have."""
        return sum(1 for troop in self.troops.values() if troop.is_own)

    # The eight actions. One answers one question.

    def idle(self) -> None:
        """Does nothing."""
        self._say("IDLE", self.unit.cell)

    def create_troop(self, cell: Cell) -> None:
        """A base: puts a troop of height 1 on a cell beside it."""
        self._say("CREATE_TROOP", cell)

    def mine(self) -> None:
        """A troop on a mine: 2 gold for each unit of its height."""
        self._say("MINE", self.unit.cell)

    def move(self, cell: Cell) -> None:
        """A troop: one step to a cell without a troop."""
        self._say("MOVE", cell)

    def capture(self, cell: Cell) -> None:
        """A troop: goes on top of an enemy's troop beside it, however high that is, and adds its height."""
        self._say("CAPTURE", cell)

    def climb(self, cell: Cell) -> None:
        """A troop: goes on top of one of your troops beside it, and adds its height."""
        self._say("CLIMB", cell)

    def split(self, cell: Cell) -> None:
        """A troop at least 2 high: its upper half goes to an empty cell beside it."""
        self._say("SPLIT", cell)

    def create_base(self) -> None:
        """A troop that is high enough: leaves a base behind where it stands."""
        self._say("CREATE_BASE", self.unit.cell)

    def _say(self, action: str, cell: Cell) -> None:
        say(f"{action} {cell[0]} {cell[1]}")

    def _hear(self, line: Line) -> None:
        """One piece of news."""
        kind, unit = line.word(0), self.units.get(line.number(1))
        if kind == "round":
            self.round = line.number(1)
        elif kind == "gold":
            self.gold, self.enemy_gold = line.number(1), line.number(2)
        elif kind == "born":
            self._add(line, 1)
        elif kind == "moved" and unit:
            self._lift(unit)
            unit.cell = line.number(2), line.number(3)
            self.troops[unit.cell] = unit
        elif kind == "height" and unit:
            unit.height = line.number(2)
        elif kind == "gone" and unit:
            self._lift(self.units.pop(unit.id))

    def _add(self, line: Line, first: int) -> None:
        """A new unit, told by the words from that place on."""
        if len(line.words) < first + 6:
            return
        id, owner, _, row, col, height = line.numbers(first, 6)
        unit = Unit(id, owner == 0, line.word(first + 2) == "B", (row, col), height)
        self.units[unit.id] = unit
        if not unit.is_base:
            self.troops[unit.cell] = unit

    def _lift(self, unit: Unit) -> None:
        """Takes a troop off its cell, unless another already stands there."""
        if self.troops.get(unit.cell) is unit:
            del self.troops[unit.cell]
