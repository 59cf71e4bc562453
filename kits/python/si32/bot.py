"""A first bot for Si32: fill the buildings with workers, send everybody else to mine, build with what they bring.

Run it:  skirmish play si32 . house:random
"""

from typing import Dict, List, Optional

from protocol import BUILDING_COST, CORNERS, MAX_WORKERS, STEPS, Game, Tile


# More steps than there are on any board.
FAR = 10_000


def main() -> None:
    game = Game()

    # Every turn we get the whole map, and answer with commands for all our units.
    while game.read_turn():
        play_turn(game)
        game.end_turn()


def play_turn(game: Game) -> None:
    budget = game.resource
    steps = steps_to_resource(game)
    room: Dict[Tile, int] = {building.tile: MAX_WORKERS for building in game.buildings if building.is_own}
    for army in game.armies:
        if not army.is_own:
            continue
        units = army.units

        # Lesson 1: workers make units, five turns of work each, but only ten of them count in a building.
        building = game.building_at(army.tile)
        if building and building.is_own:
            workers = min(units, room[building.tile])
            room[building.tile] -= workers
            units -= workers
            if workers > 0:
                game.work(army.tile, workers)

        # Lesson 2: one building makes two units a turn at most. As soon as we can pay, there is another one.
        if units > 0 and budget >= BUILDING_COST:
            corner = free_corner(game, army.tile)
            if corner:
                budget -= BUILDING_COST
                units -= 1
                game.build(army.tile, corner)

        # Lesson 3: whoever is left over brings resource, from here or from the nearest tile that has some to spare.
        miners = min(units, game.resources[army.tile[1]][army.tile[0]])
        units -= miners
        if miners > 0:
            game.mine(army.tile, miners)
        direction = best_step(game, army.tile, steps)
        if units > 0 and direction:
            game.move(army.tile, direction, units)


def free_corner(game: Game, tile: Tile) -> Optional[str]:
    """A corner towards which a building fits on this tile: on the board, no building, no enemy."""
    for corner, (dx, dy) in CORNERS.items():
        ground = [tile, (tile[0] + dx, tile[1]), (tile[0], tile[1] + dy), (tile[0] + dx, tile[1] + dy)]
        if all(is_free(game, t) for t in ground):
            return corner
    return None


def is_free(game: Game, tile: Tile) -> bool:
    army = game.army_at(tile)
    return game.is_on_board(tile) and game.building_at(tile) is None and (army is None or army.is_own)


def steps_to_resource(game: Game) -> Dict[Tile, int]:
    """For every tile, how many steps it is to the nearest one that has more resource than we have units there.

    One flood from all these tiles at once: it starts at 0 on each and grows by one step at a time.
    """
    steps: Dict[Tile, int] = {}
    queue: List[Tile] = []
    for y in range(game.height):
        for x in range(game.width):
            army = game.army_at((x, y))
            has_more = game.resources[y][x] > (army.units if army else 0)
            steps[(x, y)] = 0 if has_more else FAR
            if has_more:
                queue.append((x, y))
    for tile in queue:  # the list grows while we walk along it
        for dx, dy in STEPS.values():
            near = tile[0] + dx, tile[1] + dy
            if game.is_on_board(near) and steps[near] == FAR:
                steps[near] = steps[tile] + 1
                queue.append(near)
    return steps


def best_step(game: Game, tile: Tile, steps: Dict[Tile, int]) -> Optional[str]:
    """The direction in which resource is nearest; the first of several. None if there is no resource left."""
    best: Optional[str] = None
    fewest = FAR
    for direction, (dx, dy) in STEPS.items():
        near = tile[0] + dx, tile[1] + dy
        if game.is_on_board(near) and steps[near] < fewest:
            best, fewest = direction, steps[near]
    return best


# Three ideas to try next:
# 1. Spread out. All who are left over on a tile walk to the same place. Give each a tile of its own.
# 2. Attack. As many units as an enemy's building has workers, and ten more, bring it down.
# 3. Defend. Count the enemies near your buildings (`armies`), and keep as many at home.

main()
