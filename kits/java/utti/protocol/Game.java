package protocol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One match of Utti as your bot sees it. Everything about text is in this file: what the arena says and what a bot
 * answers.
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

    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    private final Set<Cell> mineCells;

    /** Waits for the match to begin. */
    public Game() {
        String[] hello = readWords();
        size = number(hello, 1);
        seat = number(hello, 2);
        rounds = number(hello, 3);
        maxUnits = number(hello, 4);
        troopCost = number(hello, 5);
        baseHeight = number(hello, 6);
        for (int count = number(readWords(), 1); count > 0; count--) {
            String[] words = readWords();
            mines.add(new Cell(number(words, 0), number(words, 1)));
        }
        mineCells = new HashSet<>(mines);
        for (int count = number(readWords(), 1); count > 0; count--) {
            add(readWords(), 0);
        }
        readWords(); // end
        say("ready");
    }

    /** Waits until one of your units, {@code unit}, is to act. False when the match is over. */
    public boolean readTurn() {
        while (true) {
            String[] words = readWords();
            if (words.length == 0) {
                return false;
            }
            if (words[0].equals("act")) {
                unit = units.get(number(words, 1));
                gold = number(words, 6);
                return true;
            }
            if (words[0].equals("over")) {
                result = new Result(number(words, 1), number(words, 2));
                return false;
            }
            hear(words);
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
    private void hear(String[] words) {
        switch (words[0]) {
            case "round" -> round = number(words, 1);
            case "gold" -> {
                gold = number(words, 1);
                enemyGold = number(words, 2);
            }
            case "born" -> add(words, 1);
            case "moved" -> {
                Unit troop = units.get(number(words, 1));
                lift(troop);
                troop.cell = new Cell(number(words, 2), number(words, 3));
                troops.put(troop.cell, troop);
            }
            case "height" -> units.get(number(words, 1)).height = number(words, 2);
            case "gone" -> lift(units.remove(number(words, 1)));
            default -> {} // news of a later version
        }
    }

    /** A unit whose words begin at that place of a line. */
    private void add(String[] words, int at) {
        boolean isOwn = number(words, at + 1) == 0;
        boolean isBase = words.length > at + 2 && words[at + 2].equals("B");
        Cell cell = new Cell(number(words, at + 3), number(words, at + 4));
        Unit born = new Unit(number(words, at), isOwn, isBase, cell, number(words, at + 5));
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
        say(action + " " + cell.row + " " + cell.col);
    }

    private void say(String line) {
        System.out.print(line + "\n");
        // Without flush the line may stay in a buffer, and the arena waits for it until your time is over.
        System.out.flush();
    }

    /** The words of the next line; none when there are no more lines. */
    private String[] readWords() {
        try {
            String line = in.readLine();
            return line == null ? new String[0] : line.trim().split("\\s+");
        } catch (IOException closed) {
            return new String[0];
        }
    }

    /** The number at that place of a line, 0 if there is none. */
    private static int number(String[] words, int at) {
        try {
            return at < words.length ? Integer.parseInt(words[at]) : 0;
        } catch (NumberFormatException none) {
            return 0;
        }
    }
}
