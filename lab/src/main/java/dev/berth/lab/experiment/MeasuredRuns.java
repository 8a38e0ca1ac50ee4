package dev.berth.lab.experiment;

import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.simulation.RunResult;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/** Measures of runs that are kept under the keys {@code group run}, as estimates over the runs. */
record MeasuredRuns(Map<String, RunResult> byKey) {
    static String key(String group, int run) {
        return group + " " + run;
    }

    double value(String group, int run, String measure) {
        RunResult result = byKey.get(key(group, run));
        if (result == null) {
            throw new IllegalArgumentException("no result for " + key(group, run));
        }
        return result.measure(measure);
    }

    /** Over the runs in which there was something to measure. */
    Estimate estimate(String group, int runs, String measure) {
        double[] known = Arrays.stream(values(group, runs, measure))
                .filter(Double::isFinite)
                .toArray();
        return known.length == 0 ? new Estimate(Double.NaN, 0, 0) : Statistics.estimate(known);
    }

    double mean(String group, int runs, String measure) {
        return estimate(group, runs, measure).mean();
    }

    private double[] values(String group, int runs, String measure) {
        return IntStream.range(0, runs)
                .mapToDouble(run -> value(group, run, measure))
                .toArray();
    }
}
