package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.experiment.Results;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Statistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Results of a sweep, as estimates over the runs; and the claims that ahuja makes about several figures, checked on ours by
 * the differences between runs of one seed. Claims about DPSAR are checked on the reading of it that the sweep has.
 */
record AhujaResults(AhujaSweep sweep, Results<AhujaRun> results) {
    AhujaResults(AhujaSweep sweep, Map<String, AhujaRun> byKey) {
        this(sweep, new Results<>(byKey));
    }

    /** Over the runs that have a value. */
    Estimate estimate(AhujaWay way, int percent, ToDoubleFunction<AhujaRun> quantity) {
        return Statistics.estimateOfKnown(results.values(sweep.runs(), run -> way.key(percent, run), quantity));
    }

    /** The values of each run by percentage, 0 where there is nothing to measure. */
    private double[][] values(AhujaWay way, ToDoubleFunction<AhujaRun> quantity) {
        return AhujaSweep.PERCENTAGES.stream()
                .map(percent -> Arrays.stream(results.values(sweep.runs(), run -> way.key(percent, run), quantity))
                        .map(value -> Double.isNaN(value) ? 0 : value)
                        .toArray())
                .toArray(double[][]::new);
    }

    private AhujaWay dpsar() {
        return sweep.reading().dpsar();
    }

    private String evidence(ToDoubleFunction<AhujaRun> quantity) {
        return "at 0, 10, 20, 30%: " + words(AhujaWay.ARWP, quantity) + "; " + words(dpsar(), quantity);
    }

    private String words(AhujaWay way, ToDoubleFunction<AhujaRun> quantity) {
        StringJoiner numbers = new StringJoiner(", ", way.name() + " ", "");
        for (double[] runs : values(way, quantity)) {
            numbers.add(
                    String.format(Locale.ROOT, "%.2f", Statistics.estimate(runs).mean()));
        }
        return numbers.toString();
    }

    /** Whether every step goes up with both schedulers, or down if the sign is negative. */
    Claim trend(String sentence, String where, int sign, ToDoubleFunction<AhujaRun> quantity) {
        List<Comparison> steps = new ArrayList<>();
        for (AhujaWay way : List.of(AhujaWay.ARWP, dpsar())) {
            double[][] values = values(way, quantity);
            for (int i = 1; i < values.length; i++) {
                Paired step = Paired.of(values[i], values[i - 1]);
                steps.add(sign > 0 ? step.above(0) : step.below(0));
            }
        }
        return new Claim(sentence, where, ComparisonFamily.of(steps).all(), evidence(quantity));
    }

    /**
     * Whether DPSAR is above ARWP everywhere, or below if the sign is negative.
     *
     * @param tolerance by how much it may be on the other side; 0 if it must be better
     * @param from the first percentage that is compared
     */
    Claim better(
            String sentence, String where, int sign, double tolerance, int from, ToDoubleFunction<AhujaRun> quantity) {
        double[][] with = values(dpsar(), quantity);
        double[][] without = values(AhujaWay.ARWP, quantity);
        List<Comparison> points = new ArrayList<>();
        StringJoiner differences = new StringJoiner(", ");
        for (int i = from; i < with.length; i++) {
            Paired ahead = Paired.of(with[i], without[i]);
            differences.add(ahead.words());
            points.add(
                    sign < 0
                            ? tolerance == 0 ? ahead.below(0) : ahead.atMost(tolerance)
                            : tolerance == 0 ? ahead.above(0) : ahead.atLeast(-tolerance));
        }
        return new Claim(
                sentence,
                where,
                ComparisonFamily.of(points).all(),
                evidence(quantity) + "; differences " + differences);
    }

    /** Whether the first step goes up, and no later one by this share of it or more, with both schedulers. */
    Claim sharp(String sentence, String where, double share, ToDoubleFunction<AhujaRun> quantity) {
        List<Comparison> steps = new ArrayList<>();
        for (AhujaWay way : List.of(AhujaWay.ARWP, dpsar())) {
            double[][] values = values(way, quantity);
            double[] first = step(values, 1);
            steps.add(Paired.of(first).above(0));
            for (int i = 2; i < values.length; i++) {
                steps.add(Paired.of(step(values, i), share, first).below(0));
            }
        }
        return new Claim(sentence, where, ComparisonFamily.of(steps).all(), evidence(quantity));
    }

    /** Whether DPSAR rises less from the first percentage to the last than ARWP. */
    Claim risesLess(String sentence, String where, ToDoubleFunction<AhujaRun> quantity) {
        Paired less = Paired.of(rise(values(dpsar(), quantity)), rise(values(AhujaWay.ARWP, quantity)));
        return new Claim(
                sentence,
                where,
                less.below(0).verdict(),
                evidence(quantity) + "; from 0 to 30% DPSAR rises by " + less.words() + " more");
    }

    /** Whether DPSAR falls at the first step and is above that at all later ones. */
    Claim recovers(String sentence, String where, ToDoubleFunction<AhujaRun> quantity) {
        double[][] values = values(dpsar(), quantity);
        List<Comparison> parts = new ArrayList<>();
        parts.add(Paired.of(step(values, 1)).below(0));
        for (int i = 2; i < values.length; i++) {
            parts.add(Paired.of(values[i], values[1]).above(0));
        }
        return new Claim(
                sentence, where, ComparisonFamily.of(parts).all(), "at 0, 10, 20, 30%: " + words(dpsar(), quantity));
    }

    private static double[] rise(double[][] values) {
        return minus(values[values.length - 1], values[0]);
    }

    private static double[] step(double[][] values, int index) {
        return minus(values[index], values[index - 1]);
    }

    private static double[] minus(double[] first, double[] second) {
        return IntStream.range(0, first.length)
                .mapToDouble(run -> first[run] - second[run])
                .toArray();
    }
}
