package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Window;

/** Chooses among the hosts that have room for a need throughout a window. */
@FunctionalInterface
interface HostRule {
    /** How bad it is to take this host; the lowest wins, and of several the host with the lowest number. */
    long cost(HostPool pool, HostTimeline host, Need need, Window window);

    /**
     * Whether, for a job that lies ahead, the hosts come before the start in the order {@link StartOrder#PROMPT}: the first hosts that
     * have a start at all, and their first one.
     */
    default boolean isInTurn() {
        return false;
    }

    /** Whether all hosts are as good, so that the first one that has room is taken. */
    default boolean isFirstFit() {
        return false;
    }

    /** Whether the rule asks what is wanted of the pool, so that {@link HostDemand} has to be counted. */
    default boolean asksForDemand() {
        return false;
    }
}
