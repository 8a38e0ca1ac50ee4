package dev.berth.engine.calendar.skyline;

import dev.berth.engine.calendar.Locality;

/**
 * A start by the terms of the job: the rule of the calendar {@code terms}, Berth's default.
 *
 * <ul>
 *   <li>A job that may start early gets the level start. It waits beside no idle server wherever it is placed, and leaves more room for
 *       others so.
 *   <li>A job that starts as promised gets the first start if its slack is longer than its lead: it can wait for longer than it lies ahead,
 *       as all can that are ready now. A level start would let it wait beside servers that are idle until then, and few jobs come in
 *       time to use them.
 *   <li>Any other job gets the level start: it lies ahead, and others will come for the time before it.
 * </ul>
 */
public final class TermsStart implements LocalRule {
    private final EarliestStart first = new EarliestStart();
    private final LevelStart level = new LevelStart();

    @Override
    public long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers) {
        return rule(now, earliest, latest).start(skyline, now, earliest, latest, duration, servers);
    }

    @Override
    public long start(StepList steps, long now, long earliest, long latest, long duration, int servers) {
        return rule(now, earliest, latest).start(steps, now, earliest, latest, duration, servers);
    }

    private LocalRule rule(long now, long earliest, long latest) {
        return latest - earliest > earliest - now ? first : level;
    }

    @Override
    public LocalRule whenFree() {
        return level;
    }

    @Override
    public Locality locality() {
        return Locality.INTERVAL;
    }
}
