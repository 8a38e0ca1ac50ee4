package dev.berth.cli.run;

import dev.berth.words.Moments;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Optional;

/** Status line of a runner for the user who waits: one line that is rewritten on a terminal, otherwise a line for each change. */
final class WaitingLine {
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream err;
    private final Moments moments;
    private final boolean isTerminal;
    private String shown = "";
    /** When it was to start as it was said last. */
    private Optional<Instant> told = Optional.empty();

    WaitingLine(PrintStream err, Moments moments, boolean isTerminal) {
        this.err = err;
        this.moments = moments;
        this.isTerminal = isTerminal;
    }

    /** That a reservation waits, and what for. */
    synchronized void show(String id, ReservationStanding standing) {
        Instant likely = standing.queue().expected().orElse(standing.start());
        told.filter(before -> likely.isBefore(before) && !moments.text(likely).equals(moments.text(before)))
                .ifPresent(before -> say("%s is expected to start earlier: %s instead of %s"
                        .formatted(id, moments.text(likely), moments.text(before))));
        told = Optional.of(likely);
        String line = "%s waits for its servers in pool %s; %s%s"
                .formatted(id, standing.pool(), starts(standing), before(standing));
        show(line);
    }

    private void show(String line) {
        if (line.equals(shown)) {
            return;
        }
        if (isTerminal) {
            err.print(CLEAR + "berth: " + line);
            err.flush();
        } else {
            err.println("berth: " + line);
        }
        shown = line;
    }

    /** Line that says that an opportunistic job waits for idle servers. */
    synchronized void showIdle(String id, ReservationStanding standing) {
        String line = standing.isRunning()
                ? "%s waits: its idle servers are needed at %s".formatted(id, moments.text(standing.end()))
                : "%s waits for idle servers%s"
                        .formatted(
                                id,
                                standing.queue().before() > 0
                                        ? "; %d before it"
                                                .formatted(standing.queue().before())
                                        : "");
        show(line);
    }

    private String starts(ReservationStanding standing) {
        String latest = moments.text(standing.start());
        return standing.queue()
                .expected()
                .map(expected -> "starts about %s, by %s at the latest".formatted(moments.text(expected), latest))
                .orElse("starts " + latest + (standing.queue().mayStartEarly() ? ", maybe earlier" : ""));
    }

    private static String before(ReservationStanding standing) {
        return standing.queue().before() < 0
                ? ""
                : standing.queue().before() == 0
                        ? "; you are next"
                        : "; %d before you".formatted(standing.queue().before());
    }

    /** Says something that stays. */
    synchronized void say(String line) {
        if (isTerminal && !shown.isEmpty()) {
            err.print(CLEAR);
        }
        shown = "";
        err.println("berth: " + line);
    }
}
