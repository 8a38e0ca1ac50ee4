package dev.berth.engine.calendar.skyline;

/** {@link LevelStart}'s rule by searches in the tree: for windows over many steps. */
final class LevelSearch {
    /** Changes that are looked at in about the time of one search. */
    private static final int SEEN_AT_A_STEP = 16;

    private final StepList atStart = new StepList(Integer.MAX_VALUE);
    private final StepList atEnd = new StepList(Integer.MAX_VALUE);
    private long best;
    private int bestTouch;

    long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers) {
        long first = skyline.firstStart(servers, earliest, latest, duration);
        if (first < 0) {
            return -1;
        }
        // Raise the level. What a probe finds is the first start at its level; none before it reaches a higher one,
        // so the search goes on from there, and every probe that fails lowers the ceiling. Steps double until one
        // fails;
        // from then on they halve.
        int level = skyline.least(first, first + duration);
        int ceiling = ceiling(skyline, first, latest, duration);
        for (int step = 1; level < ceiling; ) {
            int probe = level + Math.min(step, (ceiling - level + 1) / 2);
            long start = skyline.firstStart(probe, first, latest, duration);
            if (start < 0) {
                ceiling = probe - 1;
                step = Integer.MAX_VALUE;
            } else {
                first = start;
                level = skyline.least(start, start + duration);
                step = step < Integer.MAX_VALUE / 2 ? 2 * step : step;
            }
        }
        return bestTouching(skyline, level, now, first, latest, duration);
    }

    /** No start can leave more free than this: what all of the windows share, or what any of their starts has. */
    private static int ceiling(Skyline skyline, long first, long latest, long duration) {
        return latest < first + duration
                ? skyline.least(latest, first + duration)
                : skyline.mostAtBest(first, latest + 1);
    }

    /** The starts at the level form runs of consecutive instants; the first run begins at {@code first}. */
    private long bestTouching(Skyline skyline, int level, long now, long first, long latest, long duration) {
        best = first;
        bestTouch = Integer.MIN_VALUE;
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
        skyline.collect(start - 1, last + 1, atStart);
        skyline.collect(start + duration - 1, last + duration + 1, atEnd);
        // The first step of each list only says what the second differs from.
        int i = 1;
        int j = 1;
        skyline.effort.spend(1 + (atStart.size + atEnd.size) / SEEN_AT_A_STEP);
        for (long instant = start; true; ) {
            int touch = 0;
            if (i < atStart.size && atStart.times[i] == instant) {
                touch = instant > now ? atStart.values[i] - atStart.values[i - 1] : 0;
                i++;
            }
            if (j < atEnd.size && atEnd.times[j] - duration == instant) {
                touch += atEnd.values[j - 1] - atEnd.values[j];
                j++;
            }
            if (touch > bestTouch) {
                bestTouch = touch;
                best = instant;
            }
            if (instant == last) {
                return;
            }
            long nextStart = i < atStart.size ? atStart.times[i] : last;
            long nextEnd = j < atEnd.size ? atEnd.times[j] - duration : last;
            instant = Math.min(nextStart, nextEnd);
        }
    }
}
