package dev.berth.engine.calendar.skyline;

import dev.berth.engine.calendar.Locality;

/** The first feasible start: the rule of the calendar {@code earliest}. */
public final class EarliestStart implements LocalRule {
    @Override
    public long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers) {
        return skyline.firstStart(servers, earliest, latest, duration);
    }

    @Override
    public long start(StepList steps, long now, long earliest, long latest, long duration, int servers) {
        long start = earliest;
        for (int i = 0; i < steps.size && steps.times[i] < start + duration; i++) {
            if (steps.values[i] < servers) {
                start = Math.max(start, i + 1 < steps.size ? steps.times[i + 1] : Long.MAX_VALUE);
                if (start > latest) {
                    return -1;
                }
            }
        }
        return start;
    }

    @Override
    public Locality locality() {
        return Locality.FIRST_FIT;
    }
}
