package dev.berth.service.use;

import java.util.Arrays;

/**
 * Sketch of the use of a reservation: for each minute, and of each measure of {@link Loads}, one of fifteen levels. Where it has more
 * minutes than {@value #MOST}, two of them become one, and so on: a reservation of any length takes at most {@code 2 * MOST} bytes and
 * the minute under way.
 */
public final class UseSketch {
    static final int MOST = 120;
    static final long MINUTE = 60_000;

    /** Level of what was not measured. */
    static final int UNKNOWN = 15;

    /** Level of all that is booked; 0 is nothing at all. */
    static final int FULL = 14;

    private static final int BITS = 4;
    private static final int FEWEST = 8;
    private static final char NOTHING = 0xffff;

    /** Four levels each. */
    private char[] cells = new char[0];

    private int filled;
    private long start;
    private long width = MINUTE;

    /** The minute under way: for each measure how much, of how many. */
    private final int[] sums = new int[Loads.MEASURES];

    private final int[] weights = new int[Loads.MEASURES];

    /**
     * Takes in a reading.
     *
     * @param servers how many it is about
     * @param loads on the average of them
     */
    void add(long now, int servers, Loads loads) {
        if (start == 0) {
            start = now - Math.floorMod(now, MINUTE);
        }
        if (now < start + filled * width) {
            // The clock went back: what comes now is counted in the minute that was under way.
            put(servers, loads);
            return;
        }
        while (now >= start + (filled + 1L) * width) {
            if (filled == MOST) {
                halve();
            } else {
                close(now);
            }
        }
        put(servers, loads);
    }

    private void put(int servers, Loads loads) {
        for (int i = 0; i < Loads.MEASURES; i++) {
            if (loads.get(i) != Loads.UNKNOWN) {
                sums[i] += servers * loads.get(i);
                weights[i] += servers;
            }
        }
    }

    /** Ends the minute under way; those after it up to the present one are not known. */
    private void close(long now) {
        long ahead = (now - start) / width;
        while (ahead > MOST) {
            halve();
            ahead = (now - start) / width;
        }
        if (ahead <= filled) {
            // It is longer now, and still under way.
            return;
        }
        append(current());
        clear();
        while (filled < ahead) {
            append(NOTHING);
        }
    }

    private char current() {
        int cell = 0;
        for (int i = 0; i < Loads.MEASURES; i++) {
            int level = weights[i] == 0 ? UNKNOWN : level(sums[i] / weights[i]);
            cell |= level << (BITS * i);
        }
        return (char) cell;
    }

    private void clear() {
        Arrays.fill(sums, 0);
        Arrays.fill(weights, 0);
    }

    private void append(char cell) {
        if (filled == cells.length) {
            cells = Arrays.copyOf(cells, Math.min(MOST, Math.max(FEWEST, filled + filled / 4)));
        }
        cells[filled++] = cell;
    }

    /** Two minutes become one; one without a partner becomes part of the minute under way. */
    private void halve() {
        int pairs = filled / 2;
        boolean isOdd = filled % 2 == 1;
        char last = isOdd ? cells[filled - 1] : NOTHING;
        for (int i = 0; i < pairs; i++) {
            int cell = 0;
            for (int measure = 0; measure < Loads.MEASURES; measure++) {
                cell |= middle(level(cells[2 * i], measure), level(cells[2 * i + 1], measure)) << (BITS * measure);
            }
            cells[i] = (char) cell;
        }
        filled = pairs;
        width *= 2;
        if (isOdd) {
            for (int i = 0; i < Loads.MEASURES; i++) {
                int level = level(last, i);
                if (level != UNKNOWN) {
                    sums[i] += thousandths(level);
                    weights[i] += 1;
                }
            }
        }
    }

    private static int middle(int one, int other) {
        if (one == UNKNOWN || other == UNKNOWN) {
            return Math.min(one, other);
        }
        return (one + other + 1) / 2;
    }

    private static int level(char cell, int measure) {
        return cell >>> (BITS * measure) & UNKNOWN;
    }

    /** Level 0 is nothing at all, so that a little is seen. */
    static int level(int thousandths) {
        return thousandths <= 0 ? 0 : Math.min(FULL, 1 + (thousandths - 1) * FULL / Loads.ALL);
    }

    private static int thousandths(int level) {
        return level * Loads.ALL / FULL;
    }

    /** When it begins; 0 if nothing was measured. */
    public long start() {
        return start;
    }

    /** The time that each of its levels is of, in milliseconds. */
    public long width() {
        return width;
    }

    public String cards() {
        return line(0);
    }

    public String cardMemory() {
        return line(1);
    }

    public String cores() {
        return line(2);
    }

    public String memory() {
        return line(3);
    }

    /** A hexadecimal digit for each minute: 0 to e, f for unknown; empty if nothing of it was measured. */
    private String line(int measure) {
        StringBuilder line = new StringBuilder();
        boolean isKnown = false;
        for (int i = 0; i <= filled; i++) {
            int level = level(i < filled ? cells[i] : current(), measure);
            isKnown |= level != UNKNOWN;
            line.append(Character.forDigit(level, 16));
        }
        return isKnown ? line.toString() : "";
    }

    /** Memory that its content takes. */
    int bytes() {
        return cells.length * Character.BYTES + (sums.length + weights.length + 1) * Integer.BYTES + 2 * Long.BYTES;
    }
}
