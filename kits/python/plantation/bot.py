"""A first bot for Plantation: grow with every move, and never keep much on one tile.

Run it:  skirmish play plantation . house:random
"""

from typing import Optional, Set

from protocol import Game, Tile

# How many tiles we want before we make them grow.
ENOUGH_TILES = 15


def main() -> None:
    game = Game()
    enemy_tiles: Set[Tile] = set()  # where the enemy was when we tried to plant
    planted: Optional[Tile] = None  # the tile of our last command, if it was `plant`

    # We are asked for one command at a time, three times a turn.
    while game.read_turn():
        # Lesson 1: the reply to the last command is news. We cannot see the enemy, but we bumped into it.
        if planted and game.reply and game.reply.kind == "occupied":
            enemy_tiles.add(planted)

        # Lesson 2: `plant` and `fertilise` both add 1 to our sum, so growing never wastes a move. A new tile
        # comes first: a bomb takes up to 4 from one tile, so ten small tiles are safer than one big one.
        planted = free_tile(game, enemy_tiles) if len(game.tiles()) < ENOUGH_TILES else None
        if planted:
            game.plant(planted)
        elif game.tiles():
            game.fertilise(smallest_tile(game))
        else:
            # Everything was destroyed. There is always one command that is allowed: looking around.
            game.scout((game.rows // 2, game.cols // 2))


def free_tile(game: Game, enemy_tiles: Set[Tile]) -> Optional[Tile]:
    """The first tile beside ours that is neither ours nor known to be the enemy's."""
    for tile in game.tiles():
        for row, col in game.neighbours(tile):
            if game.board[row][col] == 0 and (row, col) not in enemy_tiles:
                return row, col
    return None


def smallest_tile(game: Game) -> Tile:
    """Our tile with the lowest score; the first of several."""
    return min(game.tiles(), key=lambda tile: game.board[tile[0]][tile[1]])


# Three ideas to try next:
# 1. Strike back. `scout` shows nine tiles; when one of the enemy's has 4 or more, a `bomb` there costs two moves and
#    takes 4, which is better than the 2 that growing gives.
# 2. Remember. Keep a board of everything that `scout`, `occupied`, `spray` and `bomb` told you, and how old it is.
# 3. Hide. The enemy looks for you where you started. `colonise` some tiles far away, and grow there.

main()
