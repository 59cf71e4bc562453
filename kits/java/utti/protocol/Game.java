package protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One match of Utti as your bot sees it.
 *
 * <p>This file knows the words of the game, {@code Line} reads and prints lines.
 *
 * <p>{@code skirmish rules utti} has the whole protocol. This class asks to be asked unit by unit, and keeps the board
 * for you: mines, all units of both sides, and everybody's gold.
 */
public final class Game {
    /** A place on the board. */
    public record Cell(int row, int col) {
        /** Steps between two cells: a diagonal step is one step. */
        public int distance(Cell other) {
            return Math.max(Math.abs(row - other.row), Math.abs(col - other.col));
        }
    }

    /** A troop or a base. */
    public static final class Unit {
        public final int id;
        public final boolean isOwn; // yours, not the enemy's
        public final boolean isBase;
        public Cell cell;
        public int height; // 0 for a base

        private Unit(int id, boolean isOwn, boolean isBase, Cell cell, int height) {
            this.id = id;
            this.isOwn = isOwn;
            this.isBase = isBase;
            this.cell = cell;
            this.height = height;
        }
    }

    /** Both scores when the match is over. */
    public record Result(int own, int enemy) {}

    public final int size; // rows and columns of the board
    public final int seat;
    public final int rounds;
    public final int maxUnits; // the most units a side can have
    public final int troopCost;
    public final int baseHeight; // how high a troop must be to become a base
    public final List<Cell> mines = new ArrayList<>(); // row by row

    public int round; // counted from 0
    public int gold;
    public int enemyGold;
    public final Map<Integer, Unit> units = new HashMap<>(); // everybody, by id
    public final Map<Cell, Unit> troops = new HashMap<>(); // everybody's troops, by cell
    public Unit unit; // the one that is to act now
    public Result result; // null until the match is over

    private final Set<Cell> mineCells;

    /** Waits for the match to begin. */
    public Game() {
        Line hello = Line.read();
        size = hello.number(1);
        seat = hello.number(2);
        rounds = hello.number(3);
        maxUnits = hello.number(4);
        troopCost = hello.number(5);
        baseHeight = hello.number(6);
        for (int count = Line.read().number(1); count > 0; count--) {
            Line line = Line.read();
            mines.add(new Cell(line.number(0), line.number(1)));
        }
        mineCells = new HashSet<>(mines);
        for (int count = Line.read().number(1); count > 0; count--) {
            add(Line.read(), 0);
        }
        Line.read(); // end
        Line.say("ready");
    }

    /** Waits until one of your units, {@code unit}, is to act. False when the match is over. */
    public boolean readTurn() {
        while (true) {
            Line line = Line.read();
            if (line.isEnd) {
                return false;
            }
            if (line.word(0).equals("act") && units.containsKey(line.number(1))) {
                unit = units.get(line.number(1));
                gold = line.number(6);
                return true;
            }
            if (line.word(0).equals("over")) {
                result = new Result(line.number(1), line.number(2));
                return false;
            }
            hear(line);
        }
    }

    /** The up to eight cells around, row by row. */
    public List<Cell> neighbours(Cell cell) {
        List<Cell> cells = new ArrayList<>();
        for (int row = Math.max(cell.row - 1, 0); row <= Math.min(cell.row + 1, size - 1); row++) {
            for (int col = Math.max(cell.col - 1, 0); col <= Math.min(cell.col + 1, size - 1); col++) {
                if (row != cell.row || col != cell.col) {
                    cells.add(new Cell(row, col));
                }
            }
        }
        return cells;
    }

    /** Whether there is a mine on the cell. */
    public boolean hasMine(Cell cell) {
        return mineCells.contains(cell);
    }

    /** How many troops you have. */
    public int ownTroops() {
        int count = 0;
        for (Unit troop : troops.values()) {
            count += troop.isOwn ? 1 : 0;
        }
        return count;
    }

    // The eight actions. One answers one question.

    /** Does nothing. */
    public void idle() {
        act("IDLE", unit.cell);
    }

    /** A base: puts a troop of height 1 on a cell beside it. */
    public void createTroop(Cell cell) {
        act("CREATE_TROOP", cell);
    }

    /** A troop on a mine: 2 gold for each unit of its height. */
    public void mine() {
        act("MINE", unit.cell);
    }

    /** A troop: one step to a cell without a troop. */
    public void move(Cell cell) {
        act("MOVE", cell);
    }

    /** A troop: goes on top of an enemy's troop beside it, however high that is, and adds its height. */
    public void capture(Cell cell) {
        act("CAPTURE", cell);
    }

    /** A troop: goes on top of one of your troops beside it, and adds its height. */
    public void climb(Cell cell) {
        act("CLIMB", cell);
    }

    /** A troop at least 2 high: its upper half goes to an empty cell beside it. */
    public void split(Cell cell) {
        act("SPLIT", cell);
    }

    /** A troop that is high enough: leaves a base behind where it stands. */
    public void createBase() {
        act("CREATE_BASE", unit.cell);
    }

    /** One piece of news. */
    private void hear(Line line) {
        Unit about = units.get(line.number(1));
        switch (line.word(0)) {
            case "round" -> round = line.number(1);
            case "gold" -> {
                gold = line.number(1);
                enemyGold = line.number(2);
            }
            case "born" -> add(line, 1);
            default -> {
                if (about != null) {
                    hear(about, line);
                }
            }
        }
    }

    /** One piece of news about a unit. */
    private void hear(Unit troop, Line line) {
        switch (line.word(0)) {
            case "moved" -> {
                lift(troop);
                troop.cell = new Cell(line.number(2), line.number(3));
                troops.put(troop.cell, troop);
            }
            case "height" -> troop.height = line.number(2);
            case "gone" -> lift(units.remove(troop.id));
            default -> {} // news of a later version
        }
    }

    /** A unit whose words begin at that place of a line. */
    private void add(Line line, int at) {
        boolean isOwn = line.number(at + 1) == 0;
        boolean isBase = line.word(at + 2).equals("B");
        Cell cell = new Cell(line.number(at + 3), line.number(at + 4));
        Unit born = new Unit(line.number(at), isOwn, isBase, cell, line.number(at + 5));
        units.put(born.id, born);
        if (!isBase) {
            troops.put(cell, born);
        }
    }

    /** Takes a troop off its cell, unless another already stands there. */
    private void lift(Unit troop) {
        troops.remove(troop.cell, troop);
    }

    private void act(String action, Cell cell) {
        Line.say(action + " " + cell.row + " " + cell.col);
    }
}
