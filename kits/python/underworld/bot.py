"""A first bot for Underworld: a few farms, then warriors without end, and all of them march to the nearest castle.

Run it:  skirmish play underworld . house:random
"""

from typing import Dict, List, Optional, Set

from protocol import BARRACKS, BUILD_DISTANCE, CASTLE, COST, FARM, RANGE, STEPS, WARRIOR, Cell, Game

# How many farms we want before all money goes into warriors.
ENOUGH_FARMS = 4
# More steps than there are on any board.
FAR = 10_000


def main() -> None:
    game = Game()

    # Every turn we get the whole board, and answer with commands for everything we have.
    while game.read_turn():
        wanted: Set[Cell] = set()  # cells that a command of this turn already asks for
        money = build_farms(game, game.money, wanted)
        spawn_warriors(game, money, wanted)
        march(game, wanted)
        game.end_turn()


def build_farms(game: Game, money: int, wanted: Set[Cell]) -> int:
    """Lesson 1: a farm costs 1000 and pays 50 a turn, so it is worth it early. Returns the money that is left."""
    farms = len(game.own(FARM))
    for castle in game.own(CASTLE):
        for cell in cells_around(game, castle.cell, BUILD_DISTANCE):
            # The cells beside the barracks stay open, as doors for warriors.
            if farms < ENOUGH_FARMS and money >= COST[FARM] and game.is_free(cell) and not is_door(game, cell):
                farms += 1
                money -= COST[FARM]
                wanted.add(cell)
                game.build(cell, FARM)
    return money


def spawn_warriors(game: Game, money: int, wanted: Set[Cell]) -> None:
    """Lesson 2: each barracks trains one warrior a turn, on a free cell beside it."""
    for barracks in game.own(BARRACKS):
        for direction in STEPS:
            cell = neighbour(barracks.cell, direction)
            if money >= COST[WARRIOR] and game.is_free(cell) and cell not in wanted:
                money -= COST[WARRIOR]
                wanted.add(cell)
                game.spawn(barracks.cell, direction)
                break


def march(game: Game, wanted: Set[Cell]) -> None:
    """Lesson 3: warriors hit by themselves whatever is near. They only have to be brought there."""
    goal = goal_of(game)
    steps = steps_to(game, goal)
    # Those in front go first; two warriors bound for one cell would both stay.
    for warrior in sorted(game.own(WARRIOR), key=lambda w: steps[w.cell]):
        if game.is_within(warrior.cell, goal, RANGE):
            continue  # near enough to hit
        best: Optional[str] = None
        fewest = steps[warrior.cell]
        for direction in STEPS:
            near = neighbour(warrior.cell, direction)
            if game.is_free(near) and steps[near] < fewest and near not in wanted:
                best, fewest = direction, steps[near]
        if best:
            wanted.add(neighbour(warrior.cell, best))
            game.move(warrior.cell, best)


def goal_of(game: Game) -> Cell:
    """The enemy castle nearest to ours; if we see none, the place opposite to ours."""
    home = game.own(CASTLE)[0].cell
    castles = [castle.cell for castle in game.enemies(CASTLE)]
    if not castles:
        return game.width - 1 - home[0], game.height - 1 - home[1]
    return min(castles, key=lambda cell: abs(cell[0] - home[0]) + abs(cell[1] - home[1]))


def steps_to(game: Game, goal: Cell) -> Dict[Cell, int]:
    """For every cell, how many steps it is to the goal, around walls and buildings.

    One flood: it starts at 0 on the goal and grows by one step at a time.
    """
    steps: Dict[Cell, int] = {(x, y): FAR for y in range(game.height) for x in range(game.width)}
    steps[goal] = 0
    queue: List[Cell] = [goal]
    for cell in queue:  # the list grows while we walk along it
        for direction in STEPS:
            near = neighbour(cell, direction)
            thing = game.things.get(near)
            if game.is_on_board(near) and steps[near] == FAR and (thing is None or thing.kind == WARRIOR):
                steps[near] = steps[cell] + 1
                queue.append(near)
    return steps


def neighbour(cell: Cell, direction: str) -> Cell:
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def cells_around(game: Game, middle: Cell, distance: int) -> List[Cell]:
    """The cells of the board within the distance, row by row."""
    cells: List[Cell] = []
    for y in range(middle[1] - distance, middle[1] + distance + 1):
        for x in range(middle[0] - distance, middle[0] + distance + 1):
            if game.is_on_board((x, y)) and game.is_within(middle, (x, y), distance):
                cells.append((x, y))
    return cells


def is_door(game: Game, cell: Cell) -> bool:
    """Whether the cell is beside one of our barracks."""
    return any(game.is_within(cell, barracks.cell, 1) for barracks in game.own(BARRACKS))


# Three ideas to try next:
# 1. Defend. When an enemy's warrior comes near your castle, send yours back to it: three hit harder than one.
# 2. Hit together. A warrior's damage is divided among all it can reach. Wait in front of the enemy until ten are there.
# 3. More barracks. Each trains one warrior a turn; with many farms one is not enough.

main()
