package dev.berth.cli.remote;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.words.Spans;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** How long one request waits for a service that restarts, or until another instance leads; says so if it takes long. */
final class ServiceWait {
    /** Longer than it takes until a service is back, or another instance leads. */
    private static final Duration USUAL = Duration.ofSeconds(15);

    private static final long PAUSE_MILLIS = 300;
    /** Time before the user is told about the wait; shorter waits pass in silence. */
    private static final Duration SILENT = Duration.ofSeconds(1);

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final Environment environment;
    private final Duration longest;
    private final long begun = System.nanoTime();
    private boolean isTold;

    private ServiceWait(Environment environment, Duration longest) {
        this.environment = environment;
        this.longest = longest;
    }

    /** From now on. */
    static ServiceWait start(Environment environment) {
        return new ServiceWait(environment, longest(environment));
    }

    private static Duration longest(Environment environment) {
        String variable = environment.variable("BERTH_WAIT");
        if (variable.isEmpty()) {
            return USUAL;
        }
        Duration given = Spans.parse("BERTH_WAIT", variable);
        if (given.isNegative()) {
            throw new BadInput("BERTH_WAIT: \"" + variable + "\" is negative; 0s turns waiting off");
        }
        return given;
    }

    boolean isOver() {
        return waited().compareTo(longest) >= 0;
    }

    /**
     * Waits a moment before the next try.
     *
     * @param address what is waited for
     * @param why it does not answer
     */
    void pause(String address, String why) {
        if (!isTold && waited().compareTo(SILENT) >= 0) {
            isTold = true;
            environment
                    .streams()
                    .err()
                    .printf(
                            "Waiting for %s: %s; trying until %s%n",
                            address,
                            why,
                            CLOCK.format(environment
                                    .clock()
                                    .instant()
                                    .plus(longest.minus(waited()))
                                    .atZone(ZoneId.systemDefault())));
        }
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failed("Interrupted while waiting for " + address);
        }
    }

    private Duration waited() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }
}
