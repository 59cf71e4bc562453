package protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * One match of Plantation as your bot sees it.
 *
 * <p>This file knows the words of the game, {@code Line} reads and prints lines.
 *
 * <p>{@code skirmish rules plantation} has the whole protocol. Scores are turned so that yours are positive and the
 * enemy's negative, whichever side you play.
 */
public final class Game {
    /** A place on the board. */
    public record Tile(int row, int col) {}

    /**
     * What came of the last command.
     *
     * @param kind {@code OK}, {@code occupied} or {@code error}
     * @param numbers scores are signed: yours positive, the enemy's negative
     */
    public record Reply(String kind, List<Integer> numbers) {}

    /** Both sums when the match is over. */
    public record Result(int own, int enemy) {}

    public final int rows;
    public final int cols;
    public final int sign; // 1 if you are Plus, -1 if you are Minus; this class has already taken it out of all scores
    public final int turns;
    public final int movesPerTurn;

    public int turn; // counted from 1
    public int moves; // moves left in this turn
    public int timeMs; // milliseconds left for the match
    public final int[][] board; // your scores, board[row][col]; 0 is a tile that is not yours
    public Reply reply; // to your last command; null before the first
    public Result result; // null until the match is over


    /** Waits for the match to begin. */
    public Game() {
        Line hello = Line.read();
        rows = hello.number(1);
        cols = hello.number(2);
        sign = hello.word(3).equals("-") ? -1 : 1;
        turns = hello.number(4);
        movesPerTurn = hello.number(5);
        board = new int[rows][cols];
    }

    /** Waits until a command is wanted. False when the match is over. */
    public boolean readTurn() {
        while (true) {
            Line line = Line.read();
            if (line.isEnd) {
                return false;
            }
            switch (line.word(0)) {
                case "turn" -> {
                    turn = line.number(1);
                    moves = line.number(3);
                    timeMs = line.number(5);
                    readBoard();
                    return true;
                }
                case "end" -> {
                    result = new Result(line.number(1), line.number(2));
                    return false;
                }
                default -> reply = toReply(line);
            }
        }
    }

    /** Your score on a tile of the board; 0 if the tile is not yours. */
    public int score(Tile tile) {
        return board[tile.row][tile.col];
    }

    /** Your tiles, row by row. */
    public List<Tile> tiles() {
        List<Tile> tiles = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            for (int col = 0; col < cols; col++) {
                if (board[row][col] > 0) {
                    tiles.add(new Tile(row, col));
                }
            }
        }
        return tiles;
    }

    /** The tiles above, below, left and right that are on the board. */
    public List<Tile> neighbours(Tile tile) {
        List<Tile> tiles = new ArrayList<>();
        tiles.add(new Tile(tile.row - 1, tile.col));
        tiles.add(new Tile(tile.row + 1, tile.col));
        tiles.add(new Tile(tile.row, tile.col - 1));
        tiles.add(new Tile(tile.row, tile.col + 1));
        tiles.removeIf(near -> near.row < 0 || near.row >= rows || near.col < 0 || near.col >= cols);
        return tiles;
    }

    // The six commands. One answers one request.

    /** 1 move: one of your tiles grows by 1. */
    public void fertilise(Tile tile) {
        say("fertilise", tile);
    }

    /** 1 move: takes an empty tile beside one of yours. */
    public void plant(Tile tile) {
        say("plant", tile);
    }

    /** 1 move: the next reply has the nine scores around the tile. */
    public void scout(Tile tile) {
        say("scout", tile);
    }

    /** 2 moves: takes an empty tile anywhere; the source, a tile of yours with 2 or more, loses 1. */
    public void colonise(Tile target, Tile source) {
        say("colonise", target, source);
    }

    /** 2 moves: the enemy's tiles here and beside it lose 1 each. */
    public void spray(Tile tile) {
        say("spray", tile);
    }

    /** 2 moves: the enemy's tile here loses up to 4. */
    public void bomb(Tile tile) {
        say("bomb", tile);
    }

    private void readBoard() {
        for (int[] scores : board) {
            Line line = Line.read();
            for (int col = 0; col < cols; col++) {
                scores[col] = sign * line.number(col);
            }
        }
    }

    private Reply toReply(Line line) {
        Line scores = new Line(line.word(1).replace(',', ' '));
        // Scores have a sign; the single number after OK counts tiles or levels and has none.
        int side = line.word(0).equals("occupied") || scores.words.length > 1 ? sign : 1;
        List<Integer> numbers = new ArrayList<>();
        for (int at = 0; at < scores.words.length; at++) {
            numbers.add(side * scores.number(at));
        }
        return new Reply(line.word(0), numbers);
    }

    private void say(String command, Tile... tiles) {
        StringBuilder line = new StringBuilder(command);
        for (Tile tile : tiles) {
            line.append(" ").append(tile.row).append(" ").append(tile.col);
        }
        Line.say(line.toString());
    }
}
