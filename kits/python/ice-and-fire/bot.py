"""A first bot for A Code of Ice and Fire: take land with every step, and walk towards the enemy's headquarters.

Run it:  skirmish play ice-and-fire . house:random
"""

from typing import Dict, List, Optional, Set

from protocol import SIZE, UNIT_COST, UNIT_UPKEEP, Cell, Game


# More steps than there are on any board.
FAR = 10_000


def main() -> None:
    game = Game()

    # Every turn we get the whole map, and answer with one line of orders.
    while game.read_turn():
        steps = steps_to_enemy(game)
        taken: Set[Cell] = set()  # cells that an order of this turn already goes to
        move_units(game, steps, taken)
        train_units(game, steps, taken)
        game.end_turn()


def move_units(game: Game, steps: Dict[Cell, int], taken: Set[Cell]) -> None:
    """Lesson 1: every new cell earns 1 gold a turn, so a step on land that is not ours comes before any other."""
    # The foremost unit chooses first. A cell on which one of ours stands is not free before the next turn.
    units = sorted((unit for unit in game.units.values() if unit.is_own), key=lambda unit: steps[unit.cell])
    for unit in units:
        best: Optional[Cell] = None
        for near in game.neighbours(unit.cell):
            if near in taken or unit.level < game.level_to_enter(near):
                continue
            if best is None or worth(game, near, steps) < worth(game, best, steps):
                best = near
        if best:
            taken.add(best)
            game.move(unit, best)


def train_units(game: Game, steps: Dict[Cell, int], taken: Set[Cell]) -> None:
    """Lesson 2: a new unit may appear on a cell beside our land, and takes it at once. So we train at the border.

    Lesson 3: units cost gold every turn. When the income falls below zero and the gold is gone, all of them die.
    """
    gold, income = game.gold, game.income
    for cell in sorted(border(game), key=lambda cell: steps[cell]):
        level = game.level_to_enter(cell)
        if cell in taken or level > 3:
            continue
        # The cell it takes earns 1, its upkeep is due every turn.
        new_income = income + 1 - UNIT_UPKEEP[level]
        if gold >= UNIT_COST[level] and (new_income >= 0 or cell == game.enemy_headquarters):
            gold -= UNIT_COST[level]
            income = new_income
            taken.add(cell)
            game.train(level, cell)


def worth(game: Game, cell: Cell, steps: Dict[Cell, int]) -> int:
    """The lower the better: the enemy's headquarters, then new land, then what is nearer to the headquarters."""
    if cell == game.enemy_headquarters:
        return -1
    return steps[cell] + (FAR if game.at(cell) == "O" else 0)


def border(game: Game) -> List[Cell]:
    """The cells beside our territory that are not part of it, row by row."""
    cells: List[Cell] = []
    for y in range(SIZE):
        for x in range(SIZE):
            if game.at((x, y)) in ".oXx" and any(game.at(near) == "O" for near in game.neighbours((x, y))):
                cells.append((x, y))
    return cells


def steps_to_enemy(game: Game) -> Dict[Cell, int]:
    """For every cell, how many steps it is to the enemy's headquarters, around void cells.

    One flood: it starts at 0 on the headquarters and grows by one step at a time.
    """
    steps: Dict[Cell, int] = {(x, y): FAR for y in range(SIZE) for x in range(SIZE)}
    steps[game.enemy_headquarters] = 0
    queue: List[Cell] = [game.enemy_headquarters]
    for cell in queue:  # the list grows while we walk along it
        for near in game.neighbours(cell):
            if steps[near] == FAR:
                steps[near] = steps[cell] + 1
                queue.append(near)
    return steps


# Three ideas to try next:
# 1. Build mines. `build_mine` on a spot of ours costs 20 and earns 4 a turn: it pays for itself in five turns.
# 2. Build towers. Beside the headquarters they keep everybody out who is not of level 3.
# 3. Cut off. Cells without a path to their headquarters are lost, and units on them die: a level 3 unit that breaks
#    through at a narrow place can take half of the enemy's army.

main()
