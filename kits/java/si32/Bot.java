import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import protocol.Game;
import protocol.Game.Army;
import protocol.Game.Building;
import protocol.Game.Corner;
import protocol.Game.Direction;
import protocol.Game.Tile;

/**
 * A first bot for Si32: fill the buildings with workers, send everybody else to mine, build with what they bring.
 *
 * <p>Run it: {@code skirmish play si32 . house:random}
 */
final class Bot {
    /** More steps than there are on any board. */
    private static final int FAR = 10_000;

    public static void main(String[] args) {
        Game game = new Game();

        // Every turn we get the whole map, and answer with commands for all our units.
        while (game.readTurn()) {
            playTurn(game);
            game.endTurn();
        }
    }

    private static void playTurn(Game game) {
        int budget = game.resource;
        int[][] steps = stepsToResource(game);
        Map<Building, Integer> workers = new HashMap<>(); // how many each of our buildings has got in this turn
        for (Army army : game.armies) {
            if (!army.isOwn()) {
                continue;
            }
            int units = army.units();

            // Lesson 1: workers make units, five turns of work each, but only ten of them count in a building.
            Building building = game.buildingAt(army.tile());
            if (building != null && building.isOwn()) {
                int room = Game.MAX_WORKERS - workers.getOrDefault(building, 0);
                int more = Math.min(units, room);
                workers.merge(building, more, Integer::sum);
                units -= more;
                if (more > 0) {
                    game.work(army.tile(), more);
                }
            }

            // Lesson 2: one building makes two units a turn at most. As soon as we can pay, there is another one.
            if (units > 0 && budget >= Game.BUILDING_COST) {
                Corner corner = freeCorner(game, army.tile());
                if (corner != null) {
                    budget -= Game.BUILDING_COST;
                    units--;
                    game.build(army.tile(), corner);
                }
            }

            // Lesson 3: whoever is left over brings resource, from here or from the nearest tile that has some to
            // spare.
            int miners = Math.min(units, game.resourceAt(army.tile()));
            units -= miners;
            if (miners > 0) {
                game.mine(army.tile(), miners);
            }
            Direction direction = bestStep(game, army.tile(), steps);
            if (units > 0 && direction != null) {
                game.move(army.tile(), direction, units);
            }
        }
    }

    /** A corner towards which a building fits on this tile: on the board, no building, no enemy. */
    private static Corner freeCorner(Game game, Tile tile) {
        for (Corner corner : Corner.values()) {
            List<Tile> ground = List.of(
                    tile, tile.plus(corner.dx, 0), tile.plus(0, corner.dy), tile.plus(corner.dx, corner.dy));
            if (ground.stream().allMatch(part -> isFree(game, part))) {
                return corner;
            }
        }
        return null;
    }

    private static boolean isFree(Game game, Tile tile) {
        Army army = game.armyAt(tile);
        return game.isOnBoard(tile) && game.buildingAt(tile) == null && (army == null || army.isOwn());
    }

    /**
     * For every tile, how many steps it is to the nearest one that has more resource than we have units there.
     *
     * <p>One flood from all these tiles at once: it starts at 0 on each and grows by one step at a time.
     */
    private static int[][] stepsToResource(Game game) {
        int[][] steps = new int[game.height][game.width];
        Queue<Tile> queue = new ArrayDeque<>();
        for (int y = 0; y < game.height; y++) {
            for (int x = 0; x < game.width; x++) {
                Tile tile = new Tile(x, y);
                Army army = game.armyAt(tile);
                boolean hasMore = game.resourceAt(tile) > (army == null ? 0 : army.units());
                steps[y][x] = hasMore ? 0 : FAR;
                if (hasMore) {
                    queue.add(tile);
                }
            }
        }
        while (!queue.isEmpty()) {
            Tile tile = queue.remove();
            for (Direction direction : Direction.values()) {
                Tile near = tile.plus(direction.dx, direction.dy);
                if (game.isOnBoard(near) && steps[near.y()][near.x()] == FAR) {
                    steps[near.y()][near.x()] = steps[tile.y()][tile.x()] + 1;
                    queue.add(near);
                }
            }
        }
        return steps;
    }

    /** The direction in which resource is nearest; the first of several. Null if there is no resource left. */
    private static Direction bestStep(Game game, Tile tile, int[][] steps) {
        Direction best = null;
        int fewest = FAR;
        for (Direction direction : Direction.values()) {
            Tile near = tile.plus(direction.dx, direction.dy);
            if (game.isOnBoard(near) && steps[near.y()][near.x()] < fewest) {
                best = direction;
                fewest = steps[near.y()][near.x()];
            }
        }
        return best;
    }

    // Three ideas to try next:
    // 1. Spread out. All who are left over on a tile walk to the same place. Give each a tile of its own.
    // 2. Attack. As many units as an enemy's building has workers, and ten more, bring it down.
    // 3. Defend. Count the enemies near your buildings (`armies`), and keep as many at home.
}
