package dev.berth.lab.experiment;

import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.simulation.RunResult;
import java.util.Map;
import java.util.stream.IntStream;

/** Measures of runs that are kept under the keys {@code group run}, as estimates over the runs. */
public record MeasuredRuns(Map<String, RunResult> byKey) {
    public static String key(String group, int run) {
        return group + " " + run;
    }

    public double value(String group, int run, String measure) {
        RunResult result = byKey.get(key(group, run));
        if (result == null) {
            throw new IllegalArgumentException("no result for " + key(group, run));
        }
        return result.measure(measure);
    }

    /** Over the runs in which there was something to measure. */
    public Estimate estimate(String group, int runs, String measure) {
        return Statistics.estimateOfKnown(values(group, runs, measure));
    }

    public double mean(String group, int runs, String measure) {
        return estimate(group, runs, measure).mean();
    }

    private double[] values(String group, int runs, String measure) {
        return IntStream.range(0, runs)
                .mapToDouble(run -> value(group, run, measure))
                .toArray();
    }
}
