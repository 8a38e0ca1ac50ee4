package dev.berth.service.quota;

import java.util.Map;
import java.util.TreeMap;

/**
 * Sum of the amounts that were taken after a time. It is kept for the time of the last question: windows of quotas slide a
 * little from one question to the next, and only what they pass is added or taken away.
 */
final class SlidingSum {
    private final TreeMap<Long, Total> byTime = new TreeMap<>();
    /** Sum of what was taken after {@link #since}. */
    private final Total after = new Total();

    private long since = Long.MIN_VALUE;

    /** An exact sum of many amounts, which may be more than a long holds. */
    private static final class Total {
        private static final int BITS = 32;
        private static final long LOW = (1L << BITS) - 1;

        private long high;
        private long low;

        void add(long amount, int sign) {
            high += sign * (amount >> BITS);
            low += sign * (amount & LOW);
        }

        void add(Total other, int sign) {
            high += sign * other.high;
            low += sign * other.low;
        }

        boolean isZero() {
            return high == 0 && low == 0;
        }

        /** At most a quarter of what a long holds, as {@link DatedAmounts#sum} does. */
        long value() {
            long carried = high + (low >> BITS);
            return carried >= (1L << (61 - BITS)) ? Long.MAX_VALUE / 4 : (carried << BITS) + (low & LOW);
        }
    }

    void add(DatedAmounts parts) {
        add(parts, 1);
    }

    void remove(DatedAmounts parts) {
        add(parts, -1);
    }

    private void add(DatedAmounts parts, int sign) {
        for (DatedAmounts part = parts; part != null; part = part.earlier()) {
            Total total = byTime.computeIfAbsent(part.time(), time -> new Total());
            total.add(part.amount(), sign);
            if (total.isZero()) {
                byTime.remove(part.time());
            }
            if (part.time() > since) {
                after.add(part.amount(), sign);
            }
        }
    }

    /** Amount taken after a time. */
    long since(long time) {
        if (time > since) {
            passed(byTime.subMap(since, false, time, true), -1);
        } else if (time < since) {
            passed(byTime.subMap(time, false, since, true), 1);
        }
        since = time;
        return after.value();
    }

    private void passed(Map<Long, Total> totals, int sign) {
        totals.values().forEach(total -> after.add(total, sign));
    }
}
