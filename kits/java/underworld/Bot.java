import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import protocol.Game;
import protocol.Game.Cell;
import protocol.Game.Direction;
import protocol.Game.Kind;
import protocol.Game.Thing;

/**
 * A first bot for Underworld: a few farms, then warriors without end, and all of them march to the nearest castle.
 *
 * <p>Run it: {@code skirmish play underworld . house:random}
 */
final class Bot {
    /** How many farms we want before all money goes into warriors. */
    private static final int ENOUGH_FARMS = 4;
    /** More steps than there are on any board. */
    private static final int FAR = 10_000;

    public static void main(String[] args) {
        Game game = new Game();

        // Every turn we get the whole board, and answer with commands for everything we have.
        while (game.readTurn()) {
            Set<Cell> wanted = new HashSet<>(); // cells that a command of this turn already asks for
            int money = buildFarms(game, game.money, wanted);
            spawnWarriors(game, money, wanted);
            march(game, wanted);
            game.endTurn();
        }
    }

    /** Lesson 1: a farm costs 1000 and pays 50 a turn, so it is worth it early. Returns the money that is left. */
    private static int buildFarms(Game game, int money, Set<Cell> wanted) {
        int farms = game.own(Kind.FARM).size();
        for (Thing castle : game.own(Kind.CASTLE)) {
            for (Cell cell : cellsAround(game, castle.cell(), Game.BUILD_DISTANCE)) {
                boolean canPay = farms < ENOUGH_FARMS && money >= Kind.FARM.cost;
                // The cells beside the barracks stay open, as doors for warriors.
                if (canPay && game.isFree(cell) && !isDoor(game, cell)) {
                    farms++;
                    money -= Kind.FARM.cost;
                    wanted.add(cell);
                    game.build(cell, Kind.FARM);
                }
            }
        }
        return money;
    }

    /** Lesson 2: each barracks trains one warrior a turn, on a free cell beside it. */
    private static void spawnWarriors(Game game, int money, Set<Cell> wanted) {
        for (Thing barracks : game.own(Kind.BARRACKS)) {
            for (Direction direction : Direction.values()) {
                Cell cell = barracks.cell().neighbour(direction);
                if (money >= Kind.WARRIOR.cost && game.isFree(cell) && !wanted.contains(cell)) {
                    money -= Kind.WARRIOR.cost;
                    wanted.add(cell);
                    game.spawn(barracks.cell(), direction);
                    break;
                }
            }
        }
    }

    /** Lesson 3: warriors hit by themselves whatever is near. They only have to be brought there. */
    private static void march(Game game, Set<Cell> wanted) {
        Cell goal = goalOf(game);
        int[][] steps = stepsTo(game, goal);
        // Those in front go first; two warriors bound for one cell would both stay.
        List<Thing> warriors = game.own(Kind.WARRIOR);
        warriors.sort(Comparator.comparingInt(warrior -> steps[warrior.cell().y()][warrior.cell().x()]));
        for (Thing warrior : warriors) {
            Cell here = warrior.cell();
            if (here.isWithin(goal, Game.RANGE)) {
                continue; // near enough to hit
            }
            Direction best = null;
            int fewest = steps[here.y()][here.x()];
            for (Direction direction : Direction.values()) {
                Cell near = here.neighbour(direction);
                if (game.isFree(near) && steps[near.y()][near.x()] < fewest && !wanted.contains(near)) {
                    best = direction;
                    fewest = steps[near.y()][near.x()];
                }
            }
            if (best != null) {
                wanted.add(here.neighbour(best));
                game.move(here, best);
            }
        }
    }

    /** The enemy castle nearest to ours; if we see none, the place opposite to ours. */
    private static Cell goalOf(Game game) {
        Cell home = game.own(Kind.CASTLE).get(0).cell();
        Cell opposite = new Cell(game.width - 1 - home.x(), game.height - 1 - home.y());
        return game.enemies(Kind.CASTLE).stream()
                .map(Thing::cell)
                .min(Comparator.comparingInt(cell -> Math.abs(cell.x() - home.x()) + Math.abs(cell.y() - home.y())))
                .orElse(opposite);
    }

    /**
     * For every cell, how many steps it is to the goal, around walls and buildings.
     *
     * <p>One flood: it starts at 0 on the goal and grows by one step at a time.
     */
    private static int[][] stepsTo(Game game, Cell goal) {
        int[][] steps = new int[game.height][game.width];
        for (int[] row : steps) {
            Arrays.fill(row, FAR);
        }
        steps[goal.y()][goal.x()] = 0;
        Queue<Cell> queue = new ArrayDeque<>();
        queue.add(goal);
        while (!queue.isEmpty()) {
            Cell cell = queue.remove();
            for (Direction direction : Direction.values()) {
                Cell near = cell.neighbour(direction);
                Thing thing = game.things.get(near);
                boolean isOpen = game.isOnBoard(near) && (thing == null || thing.kind() == Kind.WARRIOR);
                if (isOpen && steps[near.y()][near.x()] == FAR) {
                    steps[near.y()][near.x()] = steps[cell.y()][cell.x()] + 1;
                    queue.add(near);
                }
            }
        }
        return steps;
    }

    /** The cells of the board within the distance, row by row. */
    private static List<Cell> cellsAround(Game game, Cell middle, int distance) {
        List<Cell> cells = new ArrayList<>();
        for (int y = middle.y() - distance; y <= middle.y() + distance; y++) {
            for (int x = middle.x() - distance; x <= middle.x() + distance; x++) {
                Cell cell = new Cell(x, y);
                if (game.isOnBoard(cell) && cell.isWithin(middle, distance)) {
                    cells.add(cell);
                }
            }
        }
        return cells;
    }

    /** Whether the cell is beside one of our barracks. */
    private static boolean isDoor(Game game, Cell cell) {
        return game.own(Kind.BARRACKS).stream().anyMatch(barracks -> cell.isWithin(barracks.cell(), 1));
    }

    // Three ideas to try next:
    // 1. Defend. When an enemy's warrior comes near your castle, send yours back to it: three hit harder than one.
    // 2. Hit together. A warrior's damage is divided among all it can reach. Wait in front of the enemy until ten are
    //    there.
    // 3. More barracks. Each trains one warrior a turn; with many farms one is not enough.
}
