package dev.berth.cli.run.place;

import java.io.IOException;
import java.util.Optional;

/** Where commands run, within the time of their reservations. */
public interface Place {
    /**
     * Checks that a command can be started here, before anything is booked for it.
     *
     * @throws dev.berth.cli.console.BadInput if something is missing
     */
    void require(String command);

    /** Makes ready what can be before the command with a mark may start. */
    Preparation prepare(String mark) throws IOException;

    /** Whether something of a command still runs, or may still run, whose runner is dead. */
    boolean isRunning(String mark);

    /** Stops what is left of a command whose runner is dead. */
    void stop(String mark);

    /** The exit code of a command whose runner is dead; empty if nobody knows it. */
    Optional<Integer> exitCode(String mark);

    /** Deletes what was kept about a command that is over. */
    void forget(String mark);
}
