package dev.berth.slurm.client;

import dev.berth.engine.model.Window;

/**
 * Times of Slurm: whole seconds since the epoch in both directions, because its own way to write them depends on the zone of
 * whoever reads. Berth counts milliseconds.
 */
final class SlurmTimes {
    /** Later times are how Slurm writes "never"; this is the year 2200. */
    private static final long LATEST = 7_258_118_400L;

    private SlurmTimes() {}

    /** A time as an argument. What is not a whole second is cut off. */
    static String argument(long millis) {
        return "uts" + millis / 1000;
    }

    /** A time that was printed with {@code SLURM_TIME_FORMAT=%s}; {@link Window#FOREVER} if there is none. */
    static long read(String text) {
        if (text.equals("Unknown") || text.equals("None") || text.equals("NONE") || text.equals("N/A")) {
            return Window.FOREVER;
        }
        try {
            long seconds = Long.parseLong(text);
            if (seconds >= 0) {
                return seconds > LATEST ? Window.FOREVER : seconds * 1000;
            }
        } catch (NumberFormatException e) {
            // As below.
        }
        throw new IllegalArgumentException("not a time in seconds: " + Line.cut(text));
    }
}
