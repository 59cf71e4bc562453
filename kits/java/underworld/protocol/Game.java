package protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One match of Underworld as your bot sees it.
 *
 * <p>This file knows the words of the game, {@code Line} reads and prints lines.
 *
 * <p>{@code skirmish rules underworld} has the whole protocol. You give any number of commands a turn, then
 * {@code endTurn}.
 */
public final class Game {
    public static final int RANGE = 2; // how far a warrior hits
    public static final int BUILD_DISTANCE = 2; // how far from an own building a new one can stand

    /** Where a warrior can go. */
    public enum Direction {
        N(0, -1), E(1, 0), S(0, 1), W(-1, 0);

        public final int dx, dy;

        Direction(int dx, int dy) {
            this.dx = dx;
            this.dy = dy;
        }
    }

    /** What can stand on a cell. */
    public enum Kind {
        WARRIOR("W", 500),
        BARRACKS("B", 1500),
        CASTLE("C", 0),
        FARM("F", 1000),
        WALL("#", 0);

        public final int cost; // 0 if it cannot be bought
        private final String letter;

        Kind(String letter, int cost) {
            this.letter = letter;
            this.cost = cost;
        }

        private static Kind of(String letter) {
            for (Kind kind : values()) {
                if (kind.letter.equals(letter)) {
                    return kind;
                }
            }
            return WALL; // whatever it is, it stands in the way
        }
    }

    /** A place on the board: x counts columns from the west, y rows from the north. */
    public record Cell(int x, int y) {
        /** The cell on that side; it may lie beyond the board. */
        public Cell neighbour(Direction direction) {
            return new Cell(x + direction.dx, y + direction.dy);
        }

        /** Whether two cells are at most so far from each other, as the crow flies. */
        public boolean isWithin(Cell other, int distance) {
            int dx = x - other.x;
            int dy = y - other.y;
            return dx * dx + dy * dy <= distance * distance;
        }
    }

    /**
     * Whatever stands on a cell.
     *
     * @param owner a seat; -1 for walls
     * @param hitPoints -1 for walls
     */
    public record Thing(Cell cell, int owner, Kind kind, int hitPoints) {}

    public int width;
    public int height;
    public int players;
    public int seat; // yours

    public int turn; // counted from 1
    public int money;
    public final Map<Cell, Thing> things = new LinkedHashMap<>(); // everything you see, by cell, row by row
    public boolean isOver;

    private final StringBuilder commands = new StringBuilder();

    /** Waits for the arena's greeting, and answers it. */
    public Game() {
        Line.read(); // Who are you?
        Line.say("crayfish");
    }

    /** Waits for the next turn. False when the match is over. */
    public boolean readTurn() {
        if (turn == 0) {
            Line line = Line.read();
            width = line.number(0);
            height = line.number(1);
            players = line.number(2);
            seat = line.number(3);
        }
        turn++;
        things.clear();
        while (true) {
            Line line = Line.read();
            if (line.isEnd) {
                return false;
            }
            switch (line.word(0)) {
                case "end" -> {
                    return !isOver;
                }
                case "gg" -> isOver = true;
                case "money" -> money = line.number(1);
                default -> {
                    if (line.words.length >= 5) {
                        add(line);
                    }
                }
            }
        }
    }

    private void add(Line line) {
        Cell cell = new Cell(line.number(0), line.number(1));
        things.put(cell, new Thing(cell, line.number(2), Kind.of(line.word(3)), line.number(4)));
    }

    /** Your warriors, barracks, castle or farms, row by row. */
    public List<Thing> own(Kind kind) {
        List<Thing> found = new ArrayList<>();
        for (Thing thing : things.values()) {
            if (thing.kind == kind && thing.owner == seat) {
                found.add(thing);
            }
        }
        return found;
    }

    /** All others' warriors, barracks, castles or farms that you see, row by row. */
    public List<Thing> enemies(Kind kind) {
        List<Thing> found = new ArrayList<>();
        for (Thing thing : things.values()) {
            if (thing.kind == kind && thing.owner != seat && thing.owner != -1) {
                found.add(thing);
            }
        }
        return found;
    }

    /** Whether there is such a cell. */
    public boolean isOnBoard(Cell cell) {
        return cell.x >= 0 && cell.x < width && cell.y >= 0 && cell.y < height;
    }

    /** Whether the cell is on the board and you see nothing on it. */
    public boolean isFree(Cell cell) {
        return isOnBoard(cell) && !things.containsKey(cell);
    }

    // The commands of a turn.

    /** The warrior on the cell goes one step. */
    public void move(Cell cell, Direction direction) {
        add("move", cell, direction.name());
    }

    /** The barracks on the cell trains a warrior on that side. */
    public void spawn(Cell cell, Direction direction) {
        add("spawn", cell, direction.name());
    }

    /** A barracks or a farm on a free cell near one of your buildings. */
    public void build(Cell cell, Kind kind) {
        add("build", cell, kind.letter);
    }

    private void add(String command, Cell cell, String rest) {
        commands.append(command + " " + cell.x + " " + cell.y + " " + rest + "\n");
    }

    /** Sends the commands of this turn. */
    public void endTurn() {
        Line.say(commands + "end");
        commands.setLength(0);
    }
}
