import java.util.HashSet;
import java.util.List;
import java.util.Set;
import protocol.Game;
import protocol.Game.Tile;

/**
 * A first bot for Plantation: grow with every move, and never keep much on one tile.
 *
 * <p>Run it: {@code skirmish play plantation . house:random}
 */
final class Bot {
    /** How many tiles we want before we make them grow. */
    private static final int ENOUGH_TILES = 15;

    public static void main(String[] args) {
        Game game = new Game();
        Set<Tile> enemyTiles = new HashSet<>(); // where the enemy was when we tried to plant
        Tile planted = null; // the tile of our last command, if it was `plant`

        // We are asked for one command at a time, three times a turn.
        while (game.readTurn()) {
            // Lesson 1: the reply to the last command is news. We cannot see the enemy, but we bumped into it.
            if (planted != null && game.reply != null && game.reply.kind().equals("occupied")) {
                enemyTiles.add(planted);
            }

            // Lesson 2: `plant` and `fertilise` both add 1 to our sum, so growing never wastes a move. A new tile
            // comes first: a bomb takes up to 4 from one tile, so ten small tiles are safer than one big one.
            List<Tile> tiles = game.tiles();
            planted = tiles.size() < ENOUGH_TILES ? freeTile(game, enemyTiles) : null;
            if (planted != null) {
                game.plant(planted);
            } else if (!tiles.isEmpty()) {
                game.fertilise(smallestTile(game));
            } else {
                // Everything was destroyed. There is always one command that is allowed: looking around.
                game.scout(new Tile(game.rows / 2, game.cols / 2));
            }
        }
    }

    /** The first tile beside ours that is neither ours nor known to be the enemy's; null if there is none. */
    private static Tile freeTile(Game game, Set<Tile> enemyTiles) {
        for (Tile tile : game.tiles()) {
            for (Tile near : game.neighbours(tile)) {
                if (game.score(near) == 0 && !enemyTiles.contains(near)) {
                    return near;
                }
            }
        }
        return null;
    }

    /** Our tile with the lowest score; the first of several. */
    private static Tile smallestTile(Game game) {
        Tile smallest = null;
        for (Tile tile : game.tiles()) {
            if (smallest == null || game.score(tile) < game.score(smallest)) {
                smallest = tile;
            }
        }
        return smallest;
    }

    // Three ideas to try next:
    // 1. Strike back. `scout` shows nine tiles; when one of the enemy's has 4 or more, a `bomb` there costs two moves
    //    and takes 4, which is better than the 2 that growing gives.
    // 2. Remember. Keep a board of everything that `scout`, `occupied`, `spray` and `bomb` told you, and how old it is.
    // 3. Hide. The enemy looks for you where you started. `colonise` some tiles far away, and grow there.
}
