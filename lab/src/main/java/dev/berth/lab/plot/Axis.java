package dev.berth.lab.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis of a panel.
 *
 * @param log whether equal distances are equal ratios; both ends are above 0 then
 */
record Axis(double least, double most, boolean log) {
    private static final double[] STEPS = {1, 2, 5, 10};

    /** Axis from end to end; one that has no length gets some. */
    static Axis of(double least, double most, boolean log) {
        if (most > least) {
            return new Axis(least, most, log);
        }
        if (log) {
            return new Axis(least / 2, least * 2, true);
        }
        double margin = least == 0 ? 1 : Math.abs(least) / 2;
        return new Axis(least - margin, least + margin, false);
    }

    /** Place of a value, from 0 at the lower end to 1 at the upper one; what is beyond an end is at it. */
    double place(double value) {
        double place = log
                ? value <= 0 ? 0 : (Math.log(value) - Math.log(least)) / (Math.log(most) - Math.log(least))
                : (value - least) / (most - least);
        return Math.clamp(place, 0, 1);
    }

    /** Round values on it, at most this many and at least two where there are. */
    List<Double> ticks(int atMost) {
        return log ? logarithmic(atMost) : linear(atMost);
    }

    private List<Double> linear(int atMost) {
        double unit = Math.pow(10, Math.floor(Math.log10((most - least) / Math.max(1, atMost))));
        for (double step : STEPS) {
            List<Double> ticks = multiples(step * unit);
            if (ticks.size() <= atMost) {
                return ticks;
            }
        }
        return multiples(20 * unit);
    }

    private List<Double> multiples(double step) {
        List<Double> ticks = new ArrayList<>();
        double slack = step * 1e-9;
        for (double i = Math.ceil((least - slack) / step); i * step <= most + slack; i++) {
            // The quotient of whole numbers is rounded once: 3 * 0.1 is not 0.3.
            // Adding 0 makes 0 of -0.
            ticks.add((step < 1 ? i / Math.rint(1 / step) : i * step) + 0.0);
        }
        return ticks;
    }

    private List<Double> logarithmic(int atMost) {
        int low = (int) Math.floor(Math.log10(least));
        int high = (int) Math.ceil(Math.log10(most));
        List<Double> fine = new ArrayList<>();
        for (int power = low; power <= high; power++) {
            for (int digit : new int[] {1, 2, 5}) {
                addIfOn(fine, digit * Math.pow(10, power));
            }
        }
        if (fine.size() <= atMost) {
            return fine;
        }
        for (int every = 1; ; every++) {
            List<Double> decades = new ArrayList<>();
            for (int power = Math.ceilDiv(low, every) * every; power <= high; power += every) {
                addIfOn(decades, Math.pow(10, power));
            }
            if (decades.size() <= atMost) {
                return decades;
            }
        }
    }

    private void addIfOn(List<Double> ticks, double value) {
        if (value >= least * (1 - 1e-9) && value <= most * (1 + 1e-9)) {
            ticks.add(value);
        }
    }
}
