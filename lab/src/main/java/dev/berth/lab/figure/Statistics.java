package dev.berth.lab.figure;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/** The mean of independent runs and its 95% confidence interval by Student's t. */
public final class Statistics {
    private static final double TAIL = 0.975;

    private Statistics() {}

    public static Estimate estimate(double... values) {
        int count = values.length;
        double mean = 0;
        for (double value : values) {
            mean += value / count;
        }
        if (count < 2) {
            return new Estimate(mean, 0, count);
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double error = Math.sqrt(squares / (count - 1) / count);
        double quantile = TDistribution.of(count - 1).inverseCumulativeProbability(TAIL);
        return new Estimate(mean, quantile * error, count);
    }

    /** Over the runs in which there was something to measure; not a number if there was none. */
    public static Estimate estimateOfKnown(double... values) {
        double[] known = Arrays.stream(values).filter(Double::isFinite).toArray();
        return known.length == 0 ? new Estimate(Double.NaN, 0, 0) : estimate(known);
    }

    /** Student's distribution of the mean of a number of runs. */
    static TDistribution student(Estimate estimate) {
        return TDistribution.of(estimate.runs() - 1);
    }

    /** Standard error of a mean, from its interval. */
    static double error(Estimate estimate) {
        return estimate.halfWidth() / student(estimate).inverseCumulativeProbability(TAIL);
    }
}
