import protocol.Game;
import protocol.Game.Cell;
import protocol.Game.Unit;

/**
 * A first bot for Utti: a troop for every mine, and whoever comes too near is captured.
 *
 * <p>Run it: {@code skirmish play utti . house:random}
 */
final class Bot {
    public static void main(String[] args) {
        Game game = new Game();

        // We are asked for one unit after another, in every round.
        while (game.readTurn()) {
            if (game.unit.isBase) {
                actAsBase(game);
            } else {
                actAsTroop(game);
            }
        }
    }

    /** Lesson 1: a troop costs 10 gold, but counts only 5 points. It pays as soon as it mines for a few rounds. */
    private static void actAsBase(Game game) {
        Cell cell = emptyCellBeside(game, game.unit.cell);
        boolean hasWork = game.ownTroops() < game.mines.size();
        boolean hasTime = game.round < game.rounds * 3 / 4;
        if (cell != null && hasWork && hasTime && game.gold >= game.troopCost) {
            game.createTroop(cell);
        } else {
            game.idle();
        }
    }

    private static void actAsTroop(Game game) {
        Cell here = game.unit.cell;

        // Lesson 2: heights do not matter in a capture, only who comes first. So never let a chance go by.
        Cell prey = enemyBeside(game, here);
        if (prey != null) {
            game.capture(prey);
            return;
        }

        // Lesson 3: gold is points. A troop on a mine stays there and digs.
        if (game.hasMine(here)) {
            game.mine();
            return;
        }

        Cell step = stepTowards(game, here, nearestMine(game, here));
        if (step != null) {
            game.move(step);
        } else {
            game.idle();
        }
    }

    /** The tallest enemy troop within one step; the first of several, null if there is none. */
    private static Cell enemyBeside(Game game, Cell cell) {
        Cell best = null;
        int tallest = 0;
        for (Cell near : game.neighbours(cell)) {
            Unit troop = game.troops.get(near);
            if (troop != null && !troop.isOwn && troop.height > tallest) {
                best = near;
                tallest = troop.height;
            }
        }
        return best;
    }

    /** A cell within one step on which no troop stands; the nearest to a mine we do not hold yet. */
    private static Cell emptyCellBeside(Game game, Cell cell) {
        return stepTowards(game, cell, nearestMine(game, cell));
    }

    /** The nearest mine on which none of our troops stands; the first of several, row by row. */
    private static Cell nearestMine(Game game, Cell cell) {
        Cell best = null;
        for (Cell mine : game.mines) {
            Unit troop = game.troops.get(mine);
            if (troop != null && troop.isOwn) {
                continue;
            }
            if (best == null || cell.distance(mine) < cell.distance(best)) {
                best = mine;
            }
        }
        return best;
    }

    /** The cell without a troop beside {@code cell} that is nearest to the goal; the first of several. */
    private static Cell stepTowards(Game game, Cell cell, Cell goal) {
        if (goal == null) {
            return null;
        }
        Cell best = null;
        for (Cell near : game.neighbours(cell)) {
            boolean isFree = !game.troops.containsKey(near);
            if (isFree && (best == null || near.distance(goal) < best.distance(goal))) {
                best = near;
            }
        }
        return best;
    }

    // Three ideas to try next:
    // 1. Grow tall. A troop of height 5 digs five times as much. `climb` onto one another on the best mine.
    // 2. Make bases. A troop of height 20 can become one (`createBase`): 100 points that nobody can capture.
    // 3. Do not be captured. Before a step, look two cells ahead: an enemy that can reach you next will be on top.
}
