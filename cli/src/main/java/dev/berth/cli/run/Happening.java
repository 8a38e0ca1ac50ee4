package dev.berth.cli.run;

/** Event that a runner has to react to. */
sealed interface Happening {
    /** The reservation stands otherwise than before. */
    record Stands(ReservationStanding standing) implements Happening {}

    /** Somebody sent a signal to the runner, such as {@code INT} by Ctrl-C. */
    record Signalled(String signal) implements Happening {}

    /** It is to stop: now, with the grace. */
    record Stopped() implements Happening {}

    /** The command has ended. */
    record Exited() implements Happening {}
}
