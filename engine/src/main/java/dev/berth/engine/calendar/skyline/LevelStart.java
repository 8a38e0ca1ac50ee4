package dev.berth.engine.calendar.skyline;

import dev.berth.engine.calendar.Locality;

/**
 * The start that keeps the pool level: the rule of the calendar {@code level}.
 *
 * <ol>
 *   <li>Among the feasible starts, those whose busiest moment over the duration leaves the most servers free.
 *   <li>Among these, the one that best touches what is there: the rise of the free servers at its start plus their fall
 *       at its end. Looked at are the earliest and the latest start, and all at which the start or the end meets a
 *       change. A start at {@code now} has no rise, since nothing before now counts.
 *   <li>Of these the earliest.
 * </ol>
 *
 * <p>Two ways to the same answer: where few steps lie in reach, {@link LevelScan} goes over all of them; where there are
 * many, {@link LevelSearch} lets the tree skip most.
 */
public final class LevelStart implements LocalRule {
    /** Number of steps at which scanning and searching cost about the same. */
    private static final int FEW = 80;

    private final StepList inReach = new StepList(FEW);
    private final LevelSearch search = new LevelSearch();

    @Override
    public long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers) {
        return expectFew(skyline, now, latest + duration - earliest)
                        && skyline.collect(earliest - 1, latest + duration + 1, inReach)
                ? LevelScan.start(inReach, now, earliest, latest, duration, servers)
                : search.start(skyline, now, earliest, latest, duration, servers);
    }

    @Override
    public long start(StepList steps, long now, long earliest, long latest, long duration, int servers) {
        return LevelScan.start(steps, now, earliest, latest, duration, servers);
    }

    @Override
    public Locality locality() {
        return Locality.INTERVAL;
    }

    /** Whether few steps would be in reach if they lay evenly; spares collecting many in vain. */
    private static boolean expectFew(Skyline skyline, long now, long reach) {
        return skyline.size() <= FEW
                || (double) skyline.size() * reach <= 2.0 * FEW * Math.max(1, skyline.lastChange() - now);
    }
}
