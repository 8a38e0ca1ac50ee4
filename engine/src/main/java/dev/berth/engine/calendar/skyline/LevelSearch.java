package dev.berth.engine.calendar.skyline;

/** {@link LevelStart}'s rule by searches in the tree: for windows over many steps. */
final class LevelSearch {
    /** Changes that are looked at in about the time of one search. */
    private static final int SEEN_AT_A_STEP = 16;

    /** With more pieces, finding the {@link #ceiling} would take as long as the probes that it spares. */
    private static final int MOST_PIECES = 20;

    private final StepList atStart = new StepList(Integer.MAX_VALUE);
    private final StepList atEnd = new StepList(Integer.MAX_VALUE);
    private long best;
    private int bestTouch;

    long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers) {
        long first = skyline.firstStart(servers, earliest, latest, duration);
        if (first < 0) {
            return -1;
        }
        // Most often the ceiling is reached. What a probe finds is the first start at its level.
        int level = skyline.least(first, first + duration);
        int ceiling = ceiling(skyline, first, latest, duration);
        long atCeiling = level < ceiling ? skyline.firstStart(ceiling, first, latest, duration) : first;
        if (atCeiling >= 0) {
            return bestTouching(skyline, ceiling, now, atCeiling, latest, duration);
        }
        return belowCeiling(skyline, level, ceiling - 1, now, first, latest, duration);
    }

    /**
     * Raises the level. No start before one that a probe finds reaches a higher level, so the search goes on from there, and every
     * probe that fails lowers the ceiling. Steps double until one fails; from then on they halve.
     */
    private long belowCeiling(
            Skyline skyline, int lowest, int highest, long now, long earliest, long latest, long duration) {
        int level = lowest;
        int ceiling = highest;
        long first = earliest;
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

    /**
     * No start can leave more free than this. The starts are cut into pieces shorter than the duration: all windows of a piece share
     * what lies between its last start and its first end. Where that would be many pieces it is what any of the starts has.
     */
    private static int ceiling(Skyline skyline, long first, long latest, long duration) {
        long reach = latest - first;
        if (reach / duration >= MOST_PIECES) {
            return skyline.mostAtBest(first, latest + 1);
        }
        int pieces = (int) (reach / duration) + 1;
        skyline.effort.spend(pieces / 2);
        long piece = reach / pieces;
        int ceiling = Integer.MIN_VALUE;
        for (long from = first; from <= latest; from += piece + 1) {
            long to = Math.min(latest, from + piece);
            ceiling = Math.max(ceiling, skyline.least(to, from + duration));
        }
        return ceiling;
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
