package dev.berth.engine.calendar.skyline;

/** {@link LevelStart}'s rule in one pass over the steps in reach. */
final class LevelScan {
    private LevelScan() {}

    /**
     * Goes from one candidate to the next with a queue of the steps in its window that are lower than all after them;
     * the head of the queue is the least.
     *
     * @param steps those that hold from {@code earliest - 1} to {@code latest + duration}
     */
    static long start(StepList steps, long now, long earliest, long latest, long duration, int servers) {
        long[] times = steps.times;
        int[] values = steps.values;
        int size = steps.size;
        int[] queue = steps.queue();
        int head = 0;
        int tail = 0;
        // The first step that does not hold at the start yet, and the first that begins at or after the end.
        int atStart = 0;
        int atEnd = 0;
        long best = -1;
        int bestLeast = servers;
        int bestTouch = Integer.MIN_VALUE;
        for (long start = earliest; true; ) {
            long end = start + duration;
            while (atEnd < size && times[atEnd] < end) {
                while (tail > head && values[queue[tail - 1]] >= values[atEnd]) {
                    tail--;
                }
                queue[tail++] = atEnd++;
            }
            while (atStart < size && times[atStart] <= start) {
                atStart++;
            }
            // Steps that end by the start have left the window.
            while (queue[head] + 1 < atStart) {
                head++;
            }
            int least = values[queue[head]];
            if (least >= bestLeast) {
                int rise = atStart > 1 && times[atStart - 1] == start && start > now
                        ? values[atStart - 1] - values[atStart - 2]
                        : 0;
                int fall = atEnd < size && times[atEnd] == end ? values[atEnd - 1] - values[atEnd] : 0;
                if (least > bestLeast || rise + fall > bestTouch) {
                    best = start;
                    bestLeast = least;
                    bestTouch = rise + fall;
                }
            }
            if (start == latest) {
                return best;
            }
            long next = atStart < size ? Math.min(latest, times[atStart]) : latest;
            int comes = atEnd < size && times[atEnd] == end ? atEnd + 1 : atEnd;
            start = comes < size ? Math.min(next, times[comes] - duration) : next;
        }
    }
}
