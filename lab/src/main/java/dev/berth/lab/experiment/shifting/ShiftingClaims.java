package dev.berth.lab.experiment.shifting;

import dev.berth.lab.experiment.shifting.ShiftingSweep.Measured;
import dev.berth.lab.experiment.shifting.ShiftingSweep.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;

/** Claims of {@code shifting}, written down before the first run. */
record ShiftingClaims(Measured measured) {
    private static final String OURS = "Berth's own";
    private static final double LONG_SLACK = 24;
    private static final double BUSY = 0.7;
    private static final double MUCH = 0.1;
    private static final double LITTLE = 0.01;
    private static final double NOTHING = 0.0001;
    private static final double NEAR_BOUND = 1.1;

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        claims.add(claim(
                        "Without slack, to prefer cheap windows saves nothing.",
                        load -> true,
                        slack -> slack == 0,
                        (load, slack) -> measured.more(
                                        Way.SOON, ShiftingSweep.PRICE, Way.CHEAP, ShiftingSweep.PRICE, load, slack)
                                .within(NOTHING))
                .byConstructionBecause("a job that cannot wait has one window"));
        claims.add(claim(
                "With a slack of a day or more and a load of 0.7 or less, cheap windows cost at least 0.1 of the base price less than the earliest ones.",
                load -> load <= BUSY,
                slack -> slack >= LONG_SLACK,
                (load, slack) -> measured.more(
                                Way.SOON, ShiftingSweep.PRICE, Way.CHEAP, ShiftingSweep.PRICE, load, slack)
                        .atLeast(MUCH)));
        claims.add(claim(
                "With a slack of a day or more and a load of 0.5 or less, cheap windows cost at most a tenth more than the offline bound.",
                load -> load < BUSY,
                slack -> slack >= LONG_SLACK,
                (load, slack) -> measured.more(
                                Way.CHEAP, ShiftingSweep.PRICE, NEAR_BOUND, Way.CHEAP, ShiftingSweep.BOUND, load, slack)
                        .atMost(0)));
        claims.add(claim(
                "To prefer cheap windows costs at most one per cent of the work more than to prefer the earliest, at any load and slack.",
                load -> true,
                slack -> true,
                (load, slack) -> measured.more(Way.CHEAP, ShiftingSweep.LOSS, Way.SOON, ShiftingSweep.LOSS, load, slack)
                        .atMost(LITTLE)));
        claims.add(claim(
                        "No way costs less than its offline bound.",
                        load -> true,
                        slack -> true,
                        (load, slack) -> Comparison.allOf(Arrays.stream(Way.values())
                                .map(way -> measured.more(
                                                way, ShiftingSweep.PRICE, way, ShiftingSweep.BOUND, load, slack)
                                        .atLeast(-1e-9))
                                .toArray(Comparison[]::new)))
                .byConstructionBecause("it is a bound; a run that broke it would show a fault"));
        return claims;
    }

    private Claim claim(
            String sentence,
            DoublePredicate loads,
            DoublePredicate slacks,
            BiFunction<Double, Double, Comparison> compare) {
        List<Comparison> comparisons = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (double load : measured.sweep().loads().stream().filter(loads::test).toList()) {
            for (double slack :
                    measured.sweep().slacks().stream().filter(slacks::test).toList()) {
                comparisons.add(compare.apply(load, slack));
                evidence.add(evidence(load, slack));
            }
        }
        return new Claim(
                sentence,
                OURS,
                ComparisonFamily.of(comparisons).all(),
                comparisons.isEmpty() ? "no such load and slack was run" : String.join(". ", evidence));
    }

    private String evidence(double load, double slack) {
        return String.format(
                Locale.ROOT,
                "load %s, slack %.0f h: %s; bound %.3f; lost %.2f%% and %.2f%%",
                load,
                slack,
                Arrays.stream(Way.values())
                        .map(way -> String.format(
                                Locale.ROOT,
                                "%s %.3f",
                                way.name().toLowerCase(Locale.ROOT),
                                measured.mean(way, load, slack, ShiftingSweep.PRICE)))
                        .collect(Collectors.joining(", ")),
                measured.mean(Way.CHEAP, load, slack, ShiftingSweep.BOUND),
                100 * measured.mean(Way.SOON, load, slack, ShiftingSweep.LOSS),
                100 * measured.mean(Way.CHEAP, load, slack, ShiftingSweep.LOSS));
    }
}
