package dev.berth.engine.calendar.skyline;

/** {@link LevelStart}'s rule in one pass over the steps in reach. */
final class LevelScan {
    private LevelScan() {}

    /**
     * Goes from one candidate to the next with a queue of the steps in its window that are lower than all after them;
     * the head of the queue is the least. If a step is lower than the best least so far, all starts before its end are
     * passed over.
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
        for (long start = earliest; start <= latest; ) {
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
            while (head < tail && queue[head] + 1 < atStart) {
                head++;
            }
            int low = -1;
            while (head < tail && values[queue[head]] < bestLeast) {
                low = queue[head++];
            }
            if (low >= 0) {
                start = low + 1 < size ? times[low + 1] : Long.MAX_VALUE;
                continue;
            }
            int least = values[queue[head]];
            int rise = atStart > 1 && times[atStart - 1] == start && start > now
                    ? values[atStart - 1] - values[atStart - 2]
                    : 0;
            boolean meetsEnd = atEnd < size && times[atEnd] == end;
            int touch = meetsEnd ? rise + values[atEnd - 1] - values[atEnd] : rise;
            if (least > bestLeast || touch > bestTouch) {
                best = start;
                bestLeast = least;
                bestTouch = touch;
            }
            if (start == latest) {
                break;
            }
            long next = atStart < size ? Math.min(latest, times[atStart]) : latest;
            int comes = meetsEnd ? atEnd + 1 : atEnd;
            start = comes < size ? Math.min(next, times[comes] - duration) : next;
        }
        return best;
    }
}
