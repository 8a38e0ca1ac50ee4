package dev.berth.lab.experiment;

import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Statistics;
import java.util.Map;

/** Measures of runs that are kept under the keys {@code group run}, as estimates over the runs. */
public record MeasuredRuns(Results<Measures> results) {
    public MeasuredRuns(Map<String, Measures> byKey) {
        this(new Results<>(byKey));
    }

    public static String key(String group, int run) {
        return group + " " + run;
    }

    public double value(String group, int run, String measure) {
        return results.get(key(group, run)).get(measure);
    }

    /** Run by run; not a number where there was nothing to measure. */
    public double[] values(String group, int runs, String measure) {
        return results.values(runs, run -> key(group, run), measures -> measures.get(measure));
    }

    /** Over the runs in which there was something to measure. */
    public Estimate estimate(String group, int runs, String measure) {
        return Statistics.estimateOfKnown(values(group, runs, measure));
    }

    public double mean(String group, int runs, String measure) {
        return estimate(group, runs, measure).mean();
    }
}
