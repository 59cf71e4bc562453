package protocol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * One line of the arena, taken apart: how a bot talks, whichever game it plays. What lines mean is said in
 * {@code Game}.
 *
 * <p>Places are counted from 0; words after those that you know are left alone.
 */
final class Line {
    private static final BufferedReader IN = new BufferedReader(new InputStreamReader(System.in));

    final String[] words;
    final boolean isEnd; // there are no more lines: the match is over

    /** Takes a text apart; null is the end. */
    Line(String text) {
        isEnd = text == null;
        words = isEnd || text.isBlank() ? new String[0] : text.trim().split("\\s+");
    }

    /** Waits for the next line. */
    static Line read() {
        try {
            return new Line(IN.readLine());
        } catch (IOException closed) {
            return new Line(null);
        }
    }

    /** The word at that place, empty if there is none. */
    String word(int place) {
        return place < words.length ? words[place] : "";
    }

    /** The number at that place, 0 if there is none. */
    int number(int place) {
        try {
            return Integer.parseInt(word(place));
        } catch (NumberFormatException none) {
            return 0;
        }
    }

    /** Sends an answer. */
    static void say(String lines) {
        System.out.print(lines + "\n");
        // Without flush the lines may stay in a buffer, and the arena waits for them until your time is over.
        System.out.flush();
    }
}
