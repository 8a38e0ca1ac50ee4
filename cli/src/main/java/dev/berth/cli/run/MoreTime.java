package dev.berth.cli.run;

/** Requests more time before the time of a command is over. */
interface MoreTime {
    /** Asks, without keeping the runner from looking at the clock meanwhile. */
    void ask(ReservationStanding standing);
}
