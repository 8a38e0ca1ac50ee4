package dev.berth.engine.calendar.skyline;

/**
 * {@link LevelStart}'s rule in two passes over the steps in reach. The first finds the highest level that a window of the duration
 * keeps, and where it is kept first; the second goes over the starts that keep it. What lies between two of them is passed over.
 */
final class LevelScan {
    private final long[] times;
    private final int[] values;
    private final int size;
    private final long latest;
    private final long duration;

    /** The start of a window, the step that holds there, and the first one that does not begin within the window. */
    private long start;

    private int from;
    private int to;

    /**
     * The steps of the window lie in two parts: before the middle it is known how low they are from each on up to the middle, behind
     * it only how low they are in all. So each step is looked at twice however often the window moves.
     */
    private int middle;

    private final int[] lowestFrom;
    private int lowAfter = Integer.MAX_VALUE;

    private LevelScan(StepList steps, long earliest, long latest, long duration) {
        this.times = steps.times;
        this.values = steps.values;
        this.size = steps.size;
        this.latest = latest;
        this.duration = duration;
        this.start = earliest;
        while (from + 1 < size && times[from + 1] <= earliest) {
            from++;
        }
        this.to = from;
        this.middle = from;
        this.lowestFrom = steps.lowest();
    }

    /**
     * The chosen start; -1 if none is feasible.
     *
     * @param steps those that hold from {@code earliest - 1} to {@code latest + duration}
     */
    static long start(StepList steps, long now, long earliest, long latest, long duration, int servers) {
        LevelScan scan = new LevelScan(steps, earliest, latest, duration);
        int level = scan.highest(servers);
        return level < servers ? -1 : scan.bestTouching(level, now);
    }

    /** The highest level from this one on that a window keeps, and goes back to the first that does; one less if none does. */
    private int highest(int least) {
        int level = least;
        long firstStart = start;
        int firstFrom = from;
        int firstTo = to;
        while (advance(level)) {
            int low = from < middle ? Math.min(lowestFrom[from], lowAfter) : lowAfter;
            firstStart = start;
            firstFrom = from;
            firstTo = to;
            level = low + 1;
            if (!moveTo(behindLast(low))) {
                break;
            }
        }
        start = firstStart;
        from = firstFrom;
        to = firstTo;
        return level - 1;
    }

    /** The step after the last one of the window that is as low as the lowest: a window that keeps more begins there. */
    private int behindLast(int low) {
        int next = from;
        if (lowAfter > low) {
            while (next < middle && lowestFrom[next] == low) {
                next++;
            }
            return next;
        }
        int lowest = Integer.MAX_VALUE;
        next = to;
        while (values[next - 1] > low) {
            lowest = Math.min(lowest, values[--next]);
            lowestFrom[next] = lowest;
        }
        middle = to;
        lowAfter = Integer.MAX_VALUE;
        return next;
    }

    /** Goes to the next window, from this one on, that keeps the level; answers whether there is one. */
    private boolean advance(int level) {
        int low = lowAfter;
        long end = start + duration;
        int next = to;
        while (next < size && times[next] < end) {
            int value = values[next++];
            if (value >= level) {
                low = Math.min(low, value);
            } else if (moveTo(next)) {
                middle = next;
                low = Integer.MAX_VALUE;
                end = start + duration;
            } else {
                return false;
            }
        }
        to = next;
        lowAfter = low;
        return true;
    }

    /** Whether a window may begin with this step, and if so goes there. */
    private boolean moveTo(int step) {
        if (step == size || times[step] > latest) {
            return false;
        }
        start = times[step];
        from = step;
        return true;
    }

    /** Finds the first start, from this one on, that touches most among those that keep the level. */
    private long bestTouching(int level, long now) {
        long best = start;
        int bestTouch = Integer.MIN_VALUE;
        do {
            // A run of consecutive starts: up to the latest, or until the window would reach a step below the level.
            int atStart = from + 1;
            int atEnd = to;
            boolean blocked = false;
            while (!blocked) {
                int touch = times[atStart - 1] == start && start > now && atStart > 1
                        ? values[atStart - 1] - values[atStart - 2]
                        : 0;
                if (atEnd < size && times[atEnd] == start + duration) {
                    touch += values[atEnd - 1] - values[atEnd];
                    blocked = values[atEnd++] < level;
                }
                if (touch > bestTouch) {
                    bestTouch = touch;
                    best = start;
                }
                if (start == latest) {
                    return best;
                }
                long nextStart = atStart < size ? times[atStart] : latest;
                long nextEnd = atEnd < size ? times[atEnd] - duration : latest;
                start = Math.min(latest, Math.min(nextStart, nextEnd));
                if (start == nextStart && atStart < size) {
                    atStart++;
                }
            }
            to = atEnd;
            if (!moveTo(to)) {
                return best;
            }
        } while (advance(level));
        return best;
    }
}
