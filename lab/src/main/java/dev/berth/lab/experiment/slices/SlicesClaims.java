package dev.berth.lab.experiment.slices;

import dev.berth.lab.experiment.slices.SlicesSweep.Measured;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Paired;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Claims of {@code slices-placement}, at the loads that the targets name as far as they were run. */
record SlicesClaims(Measured measured) {
    private static final String OURS = "Berth's own";
    private static final double LOAD = 0.8;
    private static final double HIGH_LOAD = 0.9;
    private static final double LITTLE = 0.008;
    private static final double LITTLE_MORE = 0.03;
    private static final double HUNDREDTH = 0.01;

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        claims.add(atMost(LOAD, LITTLE));
        claims.add(atMost(HIGH_LOAD, LITTLE_MORE));
        claims.add(
                ahead("The default loses less work than FGD, with any start and with hosts cleared.", SlicesWay.FGD));
        claims.add(ahead(
                "The default loses less work than best fit, with any start and with hosts cleared.",
                SlicesWay.BEST_FIT));
        claims.add(ahead(
                "Hosts in turn lose less work than the start with the lowest peak on the first host, hosts cleared in both.",
                List.of(SlicesWay.CLEARED_FIRST)));
        claims.add(ahead("To clear hosts saves work.", List.of(SlicesWay.IN_TURN)));
        claims.add(less(
                "FGD loses less work than best fit, both at the earliest start.",
                List.of(SlicesWay.EARLIEST_FGD, SlicesWay.EARLIEST_BEST),
                load -> measured.more(SlicesWay.EARLIEST_FGD, SlicesWay.EARLIEST_BEST, load)
                        .below(0)));
        claims.add(less(
                "The default loses at most one per cent of the work more than one giant host.",
                List.of(SlicesWay.DEFAULT, SlicesWay.GIANT),
                load -> measured.more(SlicesWay.DEFAULT, SlicesWay.GIANT, load).atMost(HUNDREDTH)));
        claims.add(less(
                "The default loses less work than one giant host that takes the earliest start.",
                List.of(SlicesWay.DEFAULT, SlicesWay.GIANT_EARLIEST),
                load -> measured.more(SlicesWay.DEFAULT, SlicesWay.GIANT_EARLIEST, load)
                        .below(0)));
        return claims;
    }

    private Claim atMost(double load, double most) {
        List<Double> run =
                measured.sweep().loads().stream().filter(each -> each == load).toList();
        return new Claim(
                String.format(
                        Locale.ROOT, "At load %s the default loses at most %.1f%% of the work.", load, 100 * most),
                OURS,
                ComparisonFamily.of(run.stream()
                                .map(each -> Paired.of(measured.values(SlicesWay.DEFAULT, each, SlicesSweep.LOSS))
                                        .atMost(most))
                                .toList())
                        .all(),
                run.isEmpty() ? "load " + load + " was not run" : evidence(run, List.of(SlicesWay.DEFAULT)));
    }

    private Claim ahead(String sentence, List<SlicesWay> others) {
        return less(
                sentence,
                Stream.concat(Stream.of(SlicesWay.DEFAULT), others.stream()).toList(),
                load -> Comparison.allOf(others.stream()
                        .map(other ->
                                measured.more(SlicesWay.DEFAULT, other, load).below(0))
                        .toArray(Comparison[]::new)));
    }

    private Claim less(String sentence, List<SlicesWay> shown, DoubleFunction<Comparison> comparison) {
        List<Double> loads = measured.sweep().loads().stream()
                .filter(load -> load == LOAD || load == HIGH_LOAD)
                .toList();
        return new Claim(
                sentence,
                OURS,
                ComparisonFamily.of(loads.stream().map(comparison::apply).toList())
                        .all(),
                loads.isEmpty() ? "neither load 0.8 nor 0.9 was run" : evidence(loads, shown));
    }

    private String evidence(List<Double> loads, List<SlicesWay> shown) {
        return "work lost: "
                + loads.stream()
                        .map(load -> "load " + load + ": "
                                + shown.stream()
                                        .map(way -> String.format(
                                                Locale.ROOT,
                                                "%s %.2f%%",
                                                way.name(),
                                                100 * measured.mean(way, load, SlicesSweep.LOSS)))
                                        .collect(Collectors.joining("; ")))
                        .collect(Collectors.joining(". "));
    }
}
