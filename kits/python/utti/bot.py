"""A first bot for Utti: a troop for every mine, and whoever comes too near is captured.

Run it:  skirmish play utti . house:random
"""

from typing import Optional

from protocol import Cell, Game


def main() -> None:
    game = Game()

    # We are asked for one unit after another, in every round.
    while game.read_turn():
        if game.unit.is_base:
            act_as_base(game)
        else:
            act_as_troop(game)


def act_as_base(game: Game) -> None:
    """Lesson 1: a troop costs 10 gold, but counts only 5 points. It pays as soon as it mines for a few rounds."""
    cell = empty_cell_beside(game, game.unit.cell)
    has_work = game.own_troops() < len(game.mines)
    has_time = game.round < game.rounds * 3 // 4
    if cell and has_work and has_time and game.gold >= game.troop_cost:
        game.create_troop(cell)
    else:
        game.idle()


def act_as_troop(game: Game) -> None:
    here = game.unit.cell

    # Lesson 2: heights do not matter in a capture, only who comes first. So never let a chance go by.
    prey = enemy_beside(game, here)
    if prey:
        game.capture(prey)
        return

    # Lesson 3: gold is points. A troop on a mine stays there and digs.
    if game.has_mine(here):
        game.mine()
        return

    step = step_towards(game, here, nearest_mine(game, here))
    if step:
        game.move(step)
    else:
        game.idle()


def enemy_beside(game: Game, cell: Cell) -> Optional[Cell]:
    """The tallest enemy troop within one step; the first of several."""
    best: Optional[Cell] = None
    tallest = 0
    for near in game.neighbours(cell):
        troop = game.troops.get(near)
        if troop and not troop.is_own and troop.height > tallest:
            best, tallest = near, troop.height
    return best


def empty_cell_beside(game: Game, cell: Cell) -> Optional[Cell]:
    """A cell within one step on which no troop stands; the nearest to a mine we do not hold yet."""
    goal = nearest_mine(game, cell)
    return step_towards(game, cell, goal) if goal else None


def nearest_mine(game: Game, cell: Cell) -> Optional[Cell]:
    """The nearest mine on which none of our troops stands; the first of several, row by row."""
    best: Optional[Cell] = None
    for mine in game.mines:
        troop = game.troops.get(mine)
        if troop and troop.is_own:
            continue
        if best is None or game.distance(cell, mine) < game.distance(cell, best):
            best = mine
    return best


def step_towards(game: Game, cell: Cell, goal: Optional[Cell]) -> Optional[Cell]:
    """The cell without a troop beside `cell` that is nearest to the goal; the first of several."""
    if goal is None:
        return None
    free = [near for near in game.neighbours(cell) if near not in game.troops]
    return min(free, key=lambda near: game.distance(near, goal)) if free else None


# Three ideas to try next:
# 1. Grow tall. A troop of height 5 digs five times as much. `climb` onto one another on the best mine.
# 2. Make bases. A troop of height 20 can become one (`create_base`): 100 points that nobody can capture.
# 3. Do not be captured. Before a step, look two cells ahead: an enemy that can reach you next will be on top.

main()
