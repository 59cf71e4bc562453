package protocol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One match of Underworld as your bot sees it. Everything about text is in this file: what the arena says and what a
 * bot answers.
 *
 * <p>{@code skirmish rules underworld} has the whole protocol. You give any number of commands a turn, then
 * {@code endTurn}.
 */
public final class Game {
    public static final int RANGE = 2; // how far a warrior hits
    public static final int BUILD_DISTANCE = 2; // how far from an own building a new one can stand

    /** Where a warrior can go. */
    public enum Direction {
        N(0, -1),
        E(1, 0),
        S(0, 1),
        W(-1, 0);

        public final int dx;
        public final int dy;

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

    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    private final StringBuilder commands = new StringBuilder();

    /** Waits for the arena's greeting, and answers it. */
    public Game() {
        readWords(); // Who are you?
        say("crayfish\n");
    }

    /** Waits for the next turn. False when the match is over. */
    public boolean readTurn() {
        if (turn == 0) {
            String[] words = readWords();
            width = number(words, 0);
            height = number(words, 1);
            players = number(words, 2);
            seat = number(words, 3);
        }
        turn++;
        things.clear();
        while (true) {
            String[] words = readWords();
            if (words.length == 0) {
                return false;
            }
            switch (words[0]) {
                case "end" -> {
                    return !isOver;
                }
                case "gg" -> isOver = true;
                case "money" -> money = number(words, 1);
                default -> {
                    if (words.length >= 5) {
                        add(words);
                    }
                }
            }
        }
    }

    private void add(String[] words) {
        Cell cell = new Cell(number(words, 0), number(words, 1));
        things.put(cell, new Thing(cell, number(words, 2), Kind.of(words[3]), number(words, 4)));
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
        say(commands.append("end\n").toString());
        commands.setLength(0);
    }

    private void say(String lines) {
        System.out.print(lines);
        // Without flush the lines may stay in a buffer, and the arena waits for them until your time is over.
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
