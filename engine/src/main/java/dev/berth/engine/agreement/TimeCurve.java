package dev.berth.engine.agreement;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;
import java.math.BigInteger;
import java.util.List;

/**
 * Step function of time, such as the factor of a price or grams of carbon dioxide for a kilowatt-hour. The engine knows
 * neither hours nor weeks: the caller that sets a curve has worked out its steps.
 *
 * @param steps in the order of time; each holds until the next, the last until {@code until}
 * @param until where the curve ends
 * @param otherwise the value before the first step and from the end on
 */
public record TimeCurve(List<Step> steps, long until, int otherwise) {
    /** Two years of hours, and a bound for what an event of the journal holds. */
    public static final int MOST_STEPS = 20_000;

    public static final int MOST_VALUE = 1_000_000_000;

    /** A value that holds from a time on. */
    public record Step(long from, int value) {
        public Step {
            if (from < 0 || from >= Window.FOREVER) {
                throw new BadValue("from", from, "must be a time from 0 to " + (Window.FOREVER - 1));
            }
            checkValue("value", value);
        }
    }

    public TimeCurve {
        steps = List.copyOf(steps);
        checkValue("otherwise", otherwise);
        if (steps.isEmpty() || steps.size() > MOST_STEPS) {
            throw new BadValue("steps", steps.size(), "must be from 1 to " + MOST_STEPS);
        }
        for (int i = 1; i < steps.size(); i++) {
            if (steps.get(i).from() <= steps.get(i - 1).from()) {
                throw new BadValue("steps", steps.get(i).from(), "must be in the order of time");
            }
        }
        if (until <= steps.getLast().from()) {
            throw new BadValue("until", until, "must be after the last step");
        }
    }

    private static void checkValue(String field, int value) {
        if (value < 0 || value > MOST_VALUE) {
            throw new BadValue(field, value, "must be from 0 to " + MOST_VALUE);
        }
    }

    /** Value at a time. */
    public int at(long time) {
        int index = index(time);
        return index < 0 || time >= until ? otherwise : steps.get(index).value();
    }

    /** The last step that begins by a time; -1 if there is none. */
    int index(long time) {
        int low = 0;
        int high = steps.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (steps.get(middle).from() <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** Sum of the values over the units of time from one time to another. */
    public BigInteger sum(long from, long to) {
        return new CurveSums(this, from, to).between(from, to);
    }

    /** Mean value from one time to another, rounded down. */
    public int mean(long from, long to) {
        return to <= from
                ? at(from)
                : sum(from, to).divide(BigInteger.valueOf(to - from)).intValueExact();
    }

    /** The least mean over all windows of a duration that start from one time up to another, rounded down. */
    public int leastMean(long earliest, long latest, long duration) {
        if (latest <= earliest || duration < 1) {
            return mean(earliest, earliest + duration);
        }
        CurveSums sums = new CurveSums(this, earliest, latest + duration);
        BigInteger least = sums.between(latest, latest + duration);
        for (long start : sums.turns(earliest, latest, duration)) {
            least = least.min(sums.between(start, start + duration));
        }
        return least.divide(BigInteger.valueOf(duration)).intValueExact();
    }
}
