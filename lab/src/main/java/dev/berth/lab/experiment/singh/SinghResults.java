package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Statistics;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/** Measures of singh's experiments over the runs of a group. */
record SinghResults(MeasuredRuns results, int runs) {
    SinghResults(Map<String, Measures> byKey, int runs) {
        this(new MeasuredRuns(byKey), runs);
    }

    double mean(String group, String measure) {
        return results.mean(group, runs, measure);
    }

    Estimate estimate(String group, String measure) {
        return results.estimate(group, runs, measure);
    }

    Point point(double x, String group, String measure) {
        return new Point(x, estimate(group, measure));
    }

    /** One in per cent of the other, run by run. */
    Estimate percent(String group, String measure, String of) {
        return Statistics.estimate(IntStream.range(0, runs)
                .mapToDouble(run -> 100 * results.value(group, run, measure) / results.value(group, run, of))
                .filter(Double::isFinite)
                .toArray());
    }

    /** The means in per cent of one another, as the paper has it. */
    double percentOfMeans(String group, String measure, String of) {
        return 100 * mean(group, measure) / mean(group, of);
    }

    /** A measure of each run. */
    double[] values(String group, String measure) {
        return IntStream.range(0, runs)
                .mapToDouble(run -> results.value(group, run, measure))
                .toArray();
    }

    /** One less a multiple of the other, run by run: their means are in that proportion if it is 0. */
    Paired against(String group, String measure, double factor, String of) {
        return Paired.of(values(group, measure), factor, values(group, of));
    }

    /** One in per cent of the other, of each run. */
    double[] percents(String group, String measure, String of) {
        double[] ofs = values(group, of);
        double[] values = values(group, measure);
        return IntStream.range(0, runs)
                .mapToDouble(run -> 100 * values[run] / ofs[run])
                .toArray();
    }

    /**
     * How far each run is from the median: paired, these tell which of two quantities varies more, as standard deviations do,
     * but with an interval.
     */
    double[] deviations(String group, String measure) {
        double[] values = values(group, measure);
        double[] known = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
        if (known.length == 0) {
            return values;
        }
        double median = (known[(known.length - 1) / 2] + known[known.length / 2]) / 2;
        return Arrays.stream(values).map(value -> Math.abs(value - median)).toArray();
    }

    double standardDeviation(String group, String measure) {
        double mean = mean(group, measure);
        double squares = IntStream.range(0, runs)
                .mapToDouble(run -> results.value(group, run, measure) - mean)
                .filter(Double::isFinite)
                .map(difference -> difference * difference)
                .sum();
        return runs < 2 ? 0 : Math.sqrt(squares / (runs - 1));
    }

    static Map<String, String> settings(Options options, int runs) {
        Map<String, String> settings = options.settings();
        settings.put("runs a point", Integer.toString(runs));
        if (options.trace() != null) {
            settings.put("trace", options.trace().name());
        }
        return settings;
    }
}
