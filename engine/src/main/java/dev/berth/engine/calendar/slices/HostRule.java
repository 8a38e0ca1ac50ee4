package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Window;

/** Chooses among the hosts that have room for a need throughout a window. */
interface HostRule {
    /** How bad it is to take this host; the lowest wins, and of several the host with the lowest number. */
    long cost(HostPool pool, HostTimeline host, Need need, Window window);
}
