package dev.berth.engine.calendar.skyline;

import dev.berth.engine.calendar.Locality;

/** The first feasible start: the rule of the calendar {@code earliest}. */
public final class EarliestStart implements StartRule {
    @Override
    public long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers) {
        return skyline.firstStart(servers, earliest, latest, duration);
    }

    @Override
    public Locality locality() {
        return Locality.FIRST_FIT;
    }
}
