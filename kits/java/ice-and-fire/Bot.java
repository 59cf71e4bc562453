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
import protocol.Game.Unit;

/**
 * A first bot for A Code of Ice and Fire: take land with every step, and walk towards the enemy's headquarters.
 *
 * <p>Run it: {@code skirmish play ice-and-fire . house:random}
 */
final class Bot {
    /** More steps than there are on any board. */
    private static final int FAR = 10_000;

    public static void main(String[] args) {
        Game game = new Game();

        // Every turn we get the whole map, and answer with one line of orders.
        while (game.readTurn()) {
            int[][] steps = stepsToEnemy(game);
            Set<Cell> taken = new HashSet<>(); // cells that an order of this turn already goes to
            moveUnits(game, steps, taken);
            trainUnits(game, steps, taken);
            game.endTurn();
        }
    }

    /** Lesson 1: every new cell earns 1 gold a turn, so a step on land that is not ours comes before any other. */
    private static void moveUnits(Game game, int[][] steps, Set<Cell> taken) {
        // The foremost unit chooses first. A cell on which one of ours stands is not free before the next turn.
        List<Unit> units = new ArrayList<>(game.units.values());
        units.removeIf(unit -> !unit.isOwn());
        units.sort(Comparator.comparingInt(unit -> steps[unit.cell().y()][unit.cell().x()]));
        for (Unit unit : units) {
            Cell best = null;
            for (Cell near : game.neighbours(unit.cell())) {
                if (taken.contains(near) || unit.level() < game.levelToEnter(near)) {
                    continue;
                }
                if (best == null || worth(game, near, steps) < worth(game, best, steps)) {
                    best = near;
                }
            }
            if (best != null) {
                taken.add(best);
                game.move(unit, best);
            }
        }
    }

    /**
     * Lesson 2: a new unit may appear on a cell beside our land, and takes it at once. So we train at the border.
     *
     * <p>Lesson 3: units cost gold every turn. When the income falls below zero and the gold is gone, all of them die.
     */
    private static void trainUnits(Game game, int[][] steps, Set<Cell> taken) {
        int gold = game.gold;
        int income = game.income;
        List<Cell> cells = border(game);
        cells.sort(Comparator.comparingInt(cell -> steps[cell.y()][cell.x()]));
        for (Cell cell : cells) {
            int level = game.levelToEnter(cell);
            if (taken.contains(cell) || level > 3) {
                continue;
            }
            // The cell it takes earns 1, its upkeep is due every turn.
            int newIncome = income + 1 - Game.unitUpkeep(level);
            boolean isWorthIt = newIncome >= 0 || cell.equals(game.enemyHeadquarters);
            if (gold >= Game.unitCost(level) && isWorthIt) {
                gold -= Game.unitCost(level);
                income = newIncome;
                taken.add(cell);
                game.train(level, cell);
            }
        }
    }

    /** The lower the better: the enemy's headquarters, then new land, then what is nearer to the headquarters. */
    private static int worth(Game game, Cell cell, int[][] steps) {
        if (cell.equals(game.enemyHeadquarters)) {
            return -1;
        }
        return steps[cell.y()][cell.x()] + (game.at(cell) == 'O' ? FAR : 0);
    }

    /** The cells beside our territory that are not part of it, row by row. */
    private static List<Cell> border(Game game) {
        List<Cell> cells = new ArrayList<>();
        for (int y = 0; y < Game.SIZE; y++) {
            for (int x = 0; x < Game.SIZE; x++) {
                Cell cell = new Cell(x, y);
                boolean isForeign = ".oXx".indexOf(game.at(cell)) >= 0;
                if (isForeign && game.neighbours(cell).stream().anyMatch(near -> game.at(near) == 'O')) {
                    cells.add(cell);
                }
            }
        }
        return cells;
    }

    /**
     * For every cell, how many steps it is to the enemy's headquarters, around void cells.
     *
     * <p>One flood: it starts at 0 on the headquarters and grows by one step at a time.
     */
    private static int[][] stepsToEnemy(Game game) {
        int[][] steps = new int[Game.SIZE][Game.SIZE];
        for (int[] row : steps) {
            Arrays.fill(row, FAR);
        }
        Cell goal = game.enemyHeadquarters;
        steps[goal.y()][goal.x()] = 0;
        Queue<Cell> queue = new ArrayDeque<>();
        queue.add(goal);
        while (!queue.isEmpty()) {
            Cell cell = queue.remove();
            for (Cell near : game.neighbours(cell)) {
                if (steps[near.y()][near.x()] == FAR) {
                    steps[near.y()][near.x()] = steps[cell.y()][cell.x()] + 1;
                    queue.add(near);
                }
            }
        }
        return steps;
    }

    // Three ideas to try next:
    // 1. Build mines. `buildMine` on a spot of ours costs 20 and earns 4 a turn: it pays for itself in five turns.
    // 2. Build towers. Beside the headquarters they keep everybody out who is not of level 3.
    // 3. Cut off. Cells without a path to their headquarters are lost, and units on them die: a level 3 unit that
    //    breaks through at a narrow place can take half of the enemy's army.
}
