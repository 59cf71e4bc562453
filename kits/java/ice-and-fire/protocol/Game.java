package protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One match of A Code of Ice and Fire as your bot sees it.
 *
 * <p>This file knows the words of the game, {@code Line} reads and prints lines.
 *
 * <p>{@code skirmish rules ice-and-fire} has the whole protocol. You give any number of orders a turn, then
 * {@code endTurn}.
 */
public final class Game {
    public static final int SIZE = 12;
    public static final int TOWER_COST = 15;
    private static final int[] UNIT_COST = {0, 10, 20, 30}; // by level
    private static final int[] UNIT_UPKEEP = {0, 1, 4, 20};

    /** What can be built, in the order of the arena's numbers. */
    public enum Kind {
        HEADQUARTERS,
        MINE,
        TOWER
    }

    /** A place on the board: x grows to the right, y downwards. */
    public record Cell(int x, int y) {}

    /** A headquarters, a mine or a tower. */
    public record Building(boolean isOwn, Kind kind, Cell cell) {}

    /** A soldier of level 1, 2 or 3. */
    public record Unit(boolean isOwn, int id, int level, Cell cell) {}

    public final List<Cell> mineSpots = new ArrayList<>();

    public int turn; // counted from 1
    public int gold;
    public int income;
    public int enemyGold;
    public int enemyIncome;
    // For each row: `#` void, `.` neutral, `O` yours, `o` yours but cut off, `X` the enemy's, `x` the enemy's but cut
    // off.
    public final List<String> map = new ArrayList<>();
    public final Map<Cell, Building> buildings = new HashMap<>();
    public final Map<Cell, Unit> units = new LinkedHashMap<>(); // in the arena's order
    public Cell ownHeadquarters;
    public Cell enemyHeadquarters;

    private final List<String> orders = new ArrayList<>();

    /** What a unit of a level costs, once. */
    public static int unitCost(int level) {
        return UNIT_COST[level];
    }

    /** What a unit of a level costs, every turn. */
    public static int unitUpkeep(int level) {
        return UNIT_UPKEEP[level];
    }

    /** Waits for your next turn. False when the match is over. */
    public boolean readTurn() {
        turn++;
        if (turn == 1) {
            for (int count = Line.read().number(0); count > 0; count--) {
                Line spot = Line.read();
                mineSpots.add(new Cell(spot.number(0), spot.number(1)));
            }
        }
        gold = Line.read().number(0);
        income = Line.read().number(0);
        enemyGold = Line.read().number(0);
        enemyIncome = Line.read().number(0);
        map.clear();
        for (int y = 0; y < SIZE; y++) {
            map.add(Line.read().word(0));
        }
        buildings.clear();
        for (int count = Line.read().number(0); count > 0; count--) {
            addBuilding(Line.read());
        }
        units.clear();
        Line line = Line.read();
        for (int count = line.number(0); count > 0; count--) {
            line = Line.read();
            Cell cell = new Cell(line.number(3), line.number(4));
            units.put(cell, new Unit(line.number(0) == 0, line.number(1), line.number(2), cell));
        }
        // After the end every line is one more end, so it is enough to look at the last.
        return !line.isEnd;
    }

    private void addBuilding(Line line) {
        Cell cell = new Cell(line.number(2), line.number(3));
        Building building = new Building(line.number(0) == 0, Kind.values()[line.number(1)], cell);
        buildings.put(cell, building);
        if (building.kind == Kind.HEADQUARTERS && building.isOwn) {
            ownHeadquarters = cell;
        } else if (building.kind == Kind.HEADQUARTERS) {
            enemyHeadquarters = cell;
        }
    }

    /** What the map shows on a cell; void beyond the board. */
    public char at(Cell cell) {
        boolean isOnBoard = cell.x >= 0 && cell.x < SIZE && cell.y >= 0 && cell.y < SIZE;
        return isOnBoard ? map.get(cell.y).charAt(cell.x) : '#';
    }

    /** The cells above, to the right, below and to the left that are not void. */
    public List<Cell> neighbours(Cell cell) {
        List<Cell> cells = new ArrayList<>();
        cells.add(new Cell(cell.x, cell.y - 1));
        cells.add(new Cell(cell.x + 1, cell.y));
        cells.add(new Cell(cell.x, cell.y + 1));
        cells.add(new Cell(cell.x - 1, cell.y));
        cells.removeIf(near -> at(near) == '#');
        return cells;
    }

    /** Whether an enemy tower keeps units below level 3 out of the cell. */
    public boolean isGuarded(Cell cell) {
        if (hasEnemyTower(cell)) {
            return true;
        }
        if (at(cell) != 'X') {
            return false;
        }
        return neighbours(cell).stream().anyMatch(near -> at(near) == 'X' && hasEnemyTower(near));
    }

    private boolean hasEnemyTower(Cell cell) {
        Building building = buildings.get(cell);
        return building != null && building.kind == Kind.TOWER && !building.isOwn;
    }

    /** The lowest level that can enter the cell; 4 if something of yours stands there. */
    public int levelToEnter(Cell cell) {
        Building building = buildings.get(cell);
        Unit unit = units.get(cell);
        if (building != null && building.isOwn || unit != null && unit.isOwn) {
            return 4;
        }
        if (isGuarded(cell)) {
            return 3;
        }
        return unit == null ? 1 : Math.min(unit.level + 1, 3);
    }

    // The orders of a turn.

    /** A unit goes one step towards a cell. */
    public void move(Unit unit, Cell cell) {
        orders.add("MOVE " + unit.id + " " + cell.x + " " + cell.y);
    }

    /** A new unit, on your territory or on a cell beside it, which it takes. */
    public void train(int level, Cell cell) {
        orders.add("TRAIN " + level + " " + cell.x + " " + cell.y);
    }

    /** A mine on a mine spot of yours. */
    public void buildMine(Cell cell) {
        orders.add("BUILD MINE " + cell.x + " " + cell.y);
    }

    /** A tower on a cell of yours that is no mine spot. */
    public void buildTower(Cell cell) {
        orders.add("BUILD TOWER " + cell.x + " " + cell.y);
    }

    /** A text for those who watch. */
    public void message(String text) {
        orders.add("MSG " + text.replace(';', ','));
    }

    /** Sends the orders of this turn. */
    public void endTurn() {
        Line.say(orders.isEmpty() ? "WAIT" : String.join(";", orders));
        orders.clear();
    }
}
