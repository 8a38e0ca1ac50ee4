package dev.berth.engine.calendar.skyline;

/**
 * The start that keeps the pool level: the rule of the calendar {@code level}, Berth's default.
 *
 * <ol>
 *   <li>Among the feasible starts, those whose busiest moment over the duration leaves the most servers free. They form
 *       runs of consecutive instants.
 *   <li>Among these, the one that best touches what is there: the rise of the free servers at its start plus their fall
 *       at its end. Looked at are the first and the last instant of each run, and all instants at which the start or
 *       the end meets a change. A start at {@code now} has no rise, since nothing before now counts.
 *   <li>Of these the earliest.
 * </ol>
 */
public final class LevelStart implements StartRule {
    private final ChangeList atStart = new ChangeList();
    private final ChangeList atEnd = new ChangeList();
    private long best;
    private long bestTouch;

    @Override
    public long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers) {
        long first = skyline.firstStart(servers, earliest, latest, duration);
        if (first < 0) {
            return -1;
        }
        // Raise the level. What a probe finds is the first start at its level; none before it reaches a higher one,
        // so the search goes on from there, and every probe that fails lowers the ceiling.
        int level = skyline.least(first, first + duration);
        int ceiling = ceiling(skyline, first, latest, duration);
        for (int step = 1; level < ceiling; ) {
            int probe = level + Math.min(step, (ceiling - level + 1) / 2);
            long start = skyline.firstStart(probe, first, latest, duration);
            if (start < 0) {
                ceiling = probe - 1;
                step = 1;
            } else {
                first = start;
                level = skyline.least(start, start + duration);
                step *= 2;
            }
        }
        return bestTouching(skyline, level, now, first, latest, duration);
    }

    /** No start can leave more free than this: what all of the windows share, or what any of their starts has. */
    private static int ceiling(Skyline skyline, long first, long latest, long duration) {
        return latest < first + duration ? skyline.least(latest, first + duration) : skyline.most(first, latest + 1);
    }

    private long bestTouching(Skyline skyline, int level, long now, long first, long latest, long duration) {
        best = first;
        bestTouch = Long.MIN_VALUE;
        for (long start = first; start >= 0; ) {
            long clearTo = skyline.firstBelow(level, start + duration, latest + duration);
            long last = clearTo - duration;
            touchWithin(skyline, now, start, last, duration);
            start = last < latest ? skyline.firstStart(level, clearTo, latest, duration) : -1;
        }
        return best;
    }

    /** Looks at the run of starts from {@code start} to {@code last}. */
    private void touchWithin(Skyline skyline, long now, long start, long last, long duration) {
        skyline.changesWithin(start, last, atStart);
        skyline.changesWithin(start + duration, last + duration, atEnd);
        int i = 0;
        int j = 0;
        for (long instant = start; true; ) {
            long touch = 0;
            if (i < atStart.size() && atStart.time(i) == instant) {
                touch = instant > now ? atStart.rise(i) : 0;
                i++;
            }
            if (j < atEnd.size() && atEnd.time(j) - duration == instant) {
                touch -= atEnd.rise(j++);
            }
            if (touch > bestTouch) {
                bestTouch = touch;
                best = instant;
            }
            if (instant == last) {
                return;
            }
            long nextStart = i < atStart.size() ? atStart.time(i) : last;
            long nextEnd = j < atEnd.size() ? atEnd.time(j) - duration : last;
            instant = Math.min(nextStart, nextEnd);
        }
    }
}
