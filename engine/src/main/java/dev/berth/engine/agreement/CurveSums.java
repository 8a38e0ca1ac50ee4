package dev.berth.engine.agreement;

import java.math.BigInteger;
import java.util.Arrays;

/** Sums of a {@link TimeCurve} up to each of its steps within an interval, so that the sum over any window in it is a subtraction. */
public final class CurveSums {
    private final long[] times;
    private final long[] values;
    private final BigInteger[] sums;
    private final int size;

    /** Sums within {@code [from, to]}. */
    public CurveSums(TimeCurve curve, long from, long to) {
        int first = curve.index(from);
        int last = curve.index(to);
        int most = last - first + 3;
        times = new long[most];
        values = new long[most];
        sums = new BigInteger[most];
        int count = 0;
        times[0] = from;
        values[count++] = curve.at(from);
        for (int i = first + 1; i <= last; i++) {
            if (curve.steps().get(i).from() > from) {
                times[count] = curve.steps().get(i).from();
                values[count++] = curve.steps().get(i).value();
            }
        }
        if (curve.until() > from && curve.until() < to) {
            times[count] = curve.until();
            values[count++] = curve.otherwise();
        }
        size = count;
        sums[0] = BigInteger.ZERO;
        for (int i = 1; i < size; i++) {
            sums[i] = sums[i - 1].add(area(values[i - 1], times[i] - times[i - 1]));
        }
    }

    /** How many steps there are in the interval. */
    public int size() {
        return size;
    }

    /** Sum over {@code [start, end)}, both within the interval. */
    public BigInteger between(long start, long end) {
        return to(end).subtract(to(start));
    }

    private BigInteger to(long time) {
        int found = Arrays.binarySearch(times, 0, size, time);
        int step = found >= 0 ? found : -found - 2;
        return sums[step].add(area(values[step], time - times[step]));
    }

    private static BigInteger area(long value, long length) {
        return BigInteger.valueOf(value).multiply(BigInteger.valueOf(length));
    }

    /**
     * Starts at which the sum over a window of a duration may turn: with the window's start or end at a step. Between two of
     * these it rises or falls evenly.
     */
    public long[] turns(long earliest, long latest, long duration) {
        long[] turns = new long[2 * size + 2];
        int count = 0;
        turns[count++] = earliest;
        turns[count++] = latest;
        for (int i = 0; i < size; i++) {
            if (times[i] > earliest && times[i] < latest) {
                turns[count++] = times[i];
            }
            long ending = times[i] - duration;
            if (ending > earliest && ending < latest) {
                turns[count++] = ending;
            }
        }
        return Arrays.stream(turns, 0, count).sorted().distinct().toArray();
    }
}
