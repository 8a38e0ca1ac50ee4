package dev.berth.engine.calendar.skyline;

import dev.berth.engine.calendar.Locality;

/**
 * A start by the terms of the job: the rule of the calendar {@code terms}, Berth's default.
 *
 * <ul>
 *   <li>A job that may start early gets the level start. It waits beside no idle server wherever it is placed, and leaves more room for
 *       others so.
 *   <li>Unless it is ready now and comes last in a line: all that are open have to start in the order in which they asked. The room
 *       that a level start leaves is for jobs that ask later and have to start sooner, and there are none. The first start leaves no
 *       gaps, and leaves the far end of all windows free, which the next in line can reach as well.
 *   <li>A job that starts as promised gets the first start if its slack is longer than two thirds of its lead: it can wait for about
 *       as long as it lies ahead, as all can that are ready now. A level start would let it wait beside servers that are idle until
 *       then, and few jobs come in time to use them.
 *   <li>Any other job gets the level start: it lies ahead, and others will come for the time before it.
 * </ul>
 */
public final class TermsStart implements LocalRule {
    private final EarliestStart first = new EarliestStart();
    private final LevelStart level = new LevelStart();
    private final PromptStart prompt = new PromptStart();

    @Override
    public long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers) {
        return rule(now, earliest, latest).start(skyline, now, earliest, latest, duration, servers);
    }

    @Override
    public long start(StepList steps, long now, long earliest, long latest, long duration, int servers) {
        return rule(now, earliest, latest).start(steps, now, earliest, latest, duration, servers);
    }

    private LocalRule rule(long now, long earliest, long latest) {
        long lead = earliest - now;
        return latest - earliest > lead - lead / 3 ? first : level;
    }

    @Override
    public LocalRule whenFree() {
        return level;
    }

    @Override
    public LocalRule whenFreeInLine() {
        return prompt;
    }

    @Override
    public Locality locality() {
        return Locality.INTERVAL;
    }
}
