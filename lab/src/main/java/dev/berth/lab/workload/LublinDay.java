package dev.berth.lab.workload;

/**
 * The daily cycle: turns warped time, in which arrivals are spread evenly, into a day of 48 half hours, of which a busy
 * one takes more seconds of warped time and a quiet one fewer. Starts at midnight; a day is equally long in both.
 */
final class LublinDay {
    private static final int SLOTS = 48;
    private static final double SLOT = 1800;
    private static final double DAY = SLOTS * SLOT;
    /** The half hour of the least arrivals, where the model cuts the day. */
    private static final int FIRST = 11;

    /** Start of each half hour in warped time, in which arrivals are spread evenly. */
    private final double[] begins = new double[SLOTS + 1];

    /** @param arrivals by half hours, counted from midnight and on past the next midnight */
    LublinDay(LublinGamma arrivals) {
        double sum = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            int halfHour = slot + 1;
            sum += arrivals.relativeDensity(halfHour < FIRST ? halfHour + SLOTS : halfHour);
            begins[slot + 1] = sum;
        }
        for (int slot = 1; slot <= SLOTS; slot++) {
            begins[slot] *= DAY / sum;
        }
    }

    /** Converts seconds of warped time to seconds of real time. */
    double time(double even) {
        double days = StrictMath.floor(even / DAY);
        double rest = even - days * DAY;
        int slot = 0;
        while (slot < SLOTS - 1 && begins[slot + 1] <= rest) {
            slot++;
        }
        double part = (rest - begins[slot]) / (begins[slot + 1] - begins[slot]);
        return days * DAY + (slot + part) * SLOT;
    }
}
