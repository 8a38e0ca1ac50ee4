package dev.berth.engine.calendar.skyline;

import dev.berth.engine.calendar.Locality;

/**
 * The first start for what is ready now, the level one for what lies ahead: the rule of the calendar {@code prompt}, which was
 * Berth's default before {@link TermsStart}'s. A job that is ready does not wait beside idle servers: keeping them free for later
 * jobs gains less than their idle time costs. A job that lies ahead loses nothing by a level start, and leaves more room for the
 * jobs between.
 */
public final class PromptStart implements LocalRule {
    private final EarliestStart first = new EarliestStart();
    private final LevelStart level = new LevelStart();

    @Override
    public long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers) {
        return rule(now, earliest).start(skyline, now, earliest, latest, duration, servers);
    }

    @Override
    public long start(StepList steps, long now, long earliest, long latest, long duration, int servers) {
        return rule(now, earliest).start(steps, now, earliest, latest, duration, servers);
    }

    private LocalRule rule(long now, long earliest) {
        return earliest <= now ? first : level;
    }

    @Override
    public Locality locality() {
        return Locality.INTERVAL;
    }
}
