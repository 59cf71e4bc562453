package protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One match of Si32 as your bot sees it.
 *
 * <p>This file knows the words of the game, {@code Line} reads and prints lines.
 *
 * <p>{@code skirmish rules si32} has the whole protocol. You give any number of commands a turn, then {@code endTurn}.
 */
public final class Game {
    public static final int BUILDING_COST = 100;
    public static final int MAX_WORKERS = 10;

    /** Where units can go. */
    public enum Direction {
        N(0, -1), E(1, 0), S(0, 1), W(-1, 0);

        public final int dx, dy;

        Direction(int dx, int dy) {
            this.dx = dx;
            this.dy = dy;
        }
    }

    /** Where the rest of a building lies, seen from the unit that places it. */
    public enum Corner {
        NE(1, -1), SE(1, 1), SW(-1, 1), NW(-1, -1);

        public final int dx, dy;

        Corner(int dx, int dy) {
            this.dx = dx;
            this.dy = dy;
        }
    }

    /** A place on the board: x grows to the east, y to the south. */
    public record Tile(int x, int y) {
        /** The tile that lies so far away. */
        public Tile plus(int dx, int dy) {
            return new Tile(x + dx, y + dy);
        }
    }

    /** All units on one tile; they belong to one player. */
    public record Army(Tile tile, boolean isOwn, int units) {}

    /** A building covers 2x2 tiles; {@code tile} is its top-left one. */
    public record Building(Tile tile, boolean isOwn, int progress) {}

    /** A line of your last answer that did nothing; lines are counted from 1. */
    public record BadLine(int line, String reason) {}

    /** Units that you and the enemy produced, when the match is over. */
    public record Result(int own, int enemy) {}

    public final int width;
    public final int height;
    public final int seat;
    public final int turns;

    public int turn; // counted from 1
    public int resource; // what you can spend
    public int enemyResource;
    public int produced; // units you have produced
    public int enemyProduced;
    public final List<Army> armies = new ArrayList<>();
    public final List<Building> buildings = new ArrayList<>();
    public final List<BadLine> bad = new ArrayList<>();
    public Result result; // null until the match is over

    private final int[][] resources; // what lies on the tiles: resources[y][x]
    private final Map<Tile, Army> occupied = new HashMap<>();
    private final Map<Tile, Building> covered = new HashMap<>();
    private final StringBuilder commands = new StringBuilder();

    /** Waits for the match to begin. */
    public Game() {
        Line hello = Line.read();
        width = hello.number(1);
        height = hello.number(2);
        seat = hello.number(3);
        turns = hello.number(4);
        resources = new int[height][width];
        for (int[] row : resources) {
            Line line = Line.read();
            for (int x = 0; x < width; x++) {
                row[x] = line.number(x);
            }
        }
    }

    /** Waits for the next turn. False when the match is over. */
    public boolean readTurn() {
        armies.clear();
        buildings.clear();
        bad.clear();
        occupied.clear();
        covered.clear();
        while (true) {
            Line line = Line.read();
            if (line.isEnd) {
                return false;
            }
            if (line.word(0).equals("end")) {
                return result == null;
            }
            hear(line);
        }
    }

    private void hear(Line line) {
        switch (line.word(0)) {
            case "turn" -> turn = line.number(1);
            case "bad" -> bad.add(new BadLine(line.number(1), line.word(2)));
            case "resource" -> {
                resource = line.number(1);
                enemyResource = line.number(2);
            }
            case "produced" -> {
                produced = line.number(1);
                enemyProduced = line.number(2);
            }
            case "r" -> resources[line.number(2)][line.number(1)] = line.number(3);
            case "u" -> {
                Tile tile = new Tile(line.number(1), line.number(2));
                Army army = new Army(tile, line.number(3) == 0, line.number(4));
                armies.add(army);
                occupied.put(tile, army);
            }
            case "b" -> {
                Tile tile = new Tile(line.number(1), line.number(2));
                Building building = new Building(tile, line.number(3) == 0, line.number(4));
                buildings.add(building);
                for (Tile part : List.of(tile, tile.plus(1, 0), tile.plus(0, 1), tile.plus(1, 1))) {
                    covered.put(part, building);
                }
            }
            case "over" -> result = new Result(line.number(1), line.number(2));
            default -> {} // news of a later version
        }
    }

    /** What lies on a tile of the board. */
    public int resourceAt(Tile tile) {
        return resources[tile.y][tile.x];
    }

    /** The units on the tile; null if there are none. */
    public Army armyAt(Tile tile) {
        return occupied.get(tile);
    }

    /** The building that covers the tile; null if there is none. */
    public Building buildingAt(Tile tile) {
        return covered.get(tile);
    }

    /** Whether there is such a tile. */
    public boolean isOnBoard(Tile tile) {
        return tile.x >= 0 && tile.x < width && tile.y >= 0 && tile.y < height;
    }

    // The commands of a turn.

    /** Units of a tile go one step. */
    public void move(Tile tile, Direction direction, int units) {
        add("move", tile, direction + " " + units);
    }

    /** One unit places a building that covers the tile and the three towards the corner. */
    public void build(Tile tile, Corner corner) {
        add("build", tile, corner + " 1");
    }

    /** Units of a tile work in your building there. */
    public void work(Tile tile, int units) {
        add("build", tile, "" + units);
    }

    /** Units of a tile take 1 resource each from it. */
    public void mine(Tile tile, int units) {
        add("mine", tile, "" + units);
    }

    private void add(String command, Tile tile, String rest) {
        commands.append(command + " " + tile.x + " " + tile.y + " " + rest + "\n");
    }

    /** Sends the commands of this turn. */
    public void endTurn() {
        Line.say(commands + "end");
        commands.setLength(0);
    }
}
