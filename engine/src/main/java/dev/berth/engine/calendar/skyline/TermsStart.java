package dev.berth.engine.calendar.skyline;

import dev.berth.engine.calendar.Locality;

/**
 * The first start for what is ready now and starts as promised, the level one for what may start early or lies ahead: the rule of the
 * calendar {@code terms}, Berth's default. A job that starts as promised would wait beside idle servers, and the time that they are
 * idle is lost. A job that may start early does not wait beside them wherever it is placed, and leaves more room for others if it is
 * placed level.
 */
public final class TermsStart implements LocalRule {
    private final LocalRule asPromised = new PromptStart();
    private final LocalRule whenFree = new LevelStart();

    @Override
    public long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers) {
        return asPromised.start(skyline, now, earliest, latest, duration, servers);
    }

    @Override
    public long start(StepList steps, long now, long earliest, long latest, long duration, int servers) {
        return asPromised.start(steps, now, earliest, latest, duration, servers);
    }

    @Override
    public LocalRule whenFree() {
        return whenFree;
    }

    @Override
    public Locality locality() {
        return Locality.INTERVAL;
    }
}
