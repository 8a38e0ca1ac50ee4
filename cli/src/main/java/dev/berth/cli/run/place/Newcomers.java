package dev.berth.cli.run.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which processes can have begun since a moment, by their numbers alone: Linux counts up, and starts again from below after
 * the highest number. Most processes of a machine are older than a command that ends soon, and to look at each of them takes
 * as long as to start another command.
 *
 * @param started how many processes and threads had ever been started on this machine at that moment; 0 if nobody knows
 */
record Newcomers(long started) {
    private static final Path PROC = Path.of("/proc");
    private static final String COUNT = "\nprocesses ";

    /** Since now. */
    static Newcomers sinceNow() {
        return new Newcomers(count().orElse(0L));
    }

    /** The least number among those that began after a process that was started at that moment; 0 if it may be any. */
    long least(long first) {
        try {
            // Such as "0.20 0.18 0.12 1/193 12711": among others how many there are, and the number given last.
            String[] load = Files.readString(PROC.resolve("loadavg")).strip().split("[ /]", -1);
            long highest = Long.parseLong(
                    Files.readString(PROC.resolve("sys/kernel/pid_max")).strip());
            return least(first, count().orElse(0L), Long.parseLong(load[4]), Long.parseLong(load[5]), highest);
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return 0;
        }
    }

    /**
     * The same, if that many were started until now.
     *
     * @param all how many processes and threads there are
     * @param last the number given last
     */
    long least(long first, long startedNow, long all, long last, long highest) {
        long since = startedNow - started;
        // As many as half of the free numbers cannot have gone all the way round; the first one itself must be counted.
        boolean isWithinOneRound = started > 0 && since > 0 && since < (highest - all) / 2;
        return isWithinOneRound && last >= first ? first : 0;
    }

    private static Optional<Long> count() {
        try {
            String text = Files.readString(PROC.resolve("stat"));
            int at = text.indexOf(COUNT);
            if (at < 0) {
                return Optional.empty();
            }
            int end = text.indexOf('\n', at + COUNT.length());
            return Optional.of(Long.parseLong(text, at + COUNT.length(), end < 0 ? text.length() : end, 10));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
