package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.OpenParameter.Range;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.DoubleFunction;

/** Figure 5 of singh: cost and makespan of the plan that is chosen, by alpha. */
final class SinghFigure5 implements MeasuredExperiment {
    private static final String ID = "singh-fig5";
    private static final String TITLE = "Cost and makespan of the chosen plan";
    private static final OpenParameter CONSIDERABLE = OpenParameter.number(
                    "considerable", "per cent from which on less is considerably less", new Range(0, 100), 25, 10, 50)
            .thatJudges();
    private static final OpenParameter LITTLE = OpenParameter.number(
                    "little", "per cent up to which more is little more", new Range(0, 100), 25, 10, 50)
            .thatJudges();

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public PlannedRuns plannedRuns() {
        return SinghSweep.RUNS;
    }

    @Override
    public List<OpenParameter> parameters() {
        return List.of(CONSIDERABLE, LITTLE);
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        return SinghSlotProblem.cells(options);
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        SinghResults results = new SinghResults(byKey, SinghSlotProblem.runs(options));
        return new Figure(
                ID,
                TITLE,
                "singh, figure 5",
                SinghResults.settings(options, results.runs()),
                List.of(
                        panel(results, "cost", "allocation cost", SinghSlotProblem::chosenCost),
                        panel(results, "makespan", "makespan (s)", SinghSlotProblem::chosenMakespan),
                        panel(results, "value", "value of Eq 9", SinghSlotProblem::value)),
                List.of(tradeOff(results), considerable(options, results)),
                List.of("One choice after another from the same set: no new search for another alpha."));
    }

    /** The name of a measure of a search at an alpha. */
    @FunctionalInterface
    private interface Measure {
        String of(String what, double alpha);
    }

    private static Panel panel(SinghResults results, String quantity, String label, Measure measure) {
        return new Panel(
                quantity,
                label,
                "alpha",
                label,
                false,
                List.of(
                        curve(results, "MOGA", alpha -> measure.of(SinghSlotProblem.PARETO, alpha)),
                        curve(results, "Berth", alpha -> measure.of(SinghSlotProblem.BERTH, alpha))));
    }

    private static Curve curve(SinghResults results, String name, DoubleFunction<String> measure) {
        return new Curve(
                name,
                SinghSlotProblem.ALPHAS.stream()
                        .map(alpha -> results.point(alpha, SinghSlotProblem.GROUP, measure.apply(alpha)))
                        .toList());
    }

    private static double cost(SinghResults results, double alpha) {
        return results.mean(SinghSlotProblem.GROUP, SinghSlotProblem.chosenCost(SinghSlotProblem.PARETO, alpha));
    }

    private static double makespan(SinghResults results, double alpha) {
        return results.mean(SinghSlotProblem.GROUP, SinghSlotProblem.chosenMakespan(SinghSlotProblem.PARETO, alpha));
    }

    private static double[] costs(SinghResults results, double alpha) {
        return results.values(SinghSlotProblem.GROUP, SinghSlotProblem.chosenCost(SinghSlotProblem.PARETO, alpha));
    }

    private static double[] makespans(SinghResults results, double alpha) {
        return results.values(SinghSlotProblem.GROUP, SinghSlotProblem.chosenMakespan(SinghSlotProblem.PARETO, alpha));
    }

    private static Claim tradeOff(SinghResults results) {
        return new Claim(
                        "There is clearly a trade-off between the allocation and scheduling costs.",
                        "section 3, figure 5",
                        ComparisonFamily.of(
                                        Paired.of(costs(results, 1), costs(results, 0))
                                                .below(0),
                                        Paired.of(makespans(results, 1), makespans(results, 0))
                                                .above(0))
                                .all(),
                        String.format(
                                Locale.ROOT,
                                "from alpha 0 to 1 the cost goes from %.0f to %.0f and the makespan from %.0f to %.0f s",
                                cost(results, 0),
                                cost(results, 1),
                                makespan(results, 0),
                                makespan(results, 1)))
                // Both are chosen from one Pareto set, of which no plan is better in both.
                .holdingByConstruction();
    }

    private static Claim considerable(Options options, SinghResults results) {
        List<Comparison> alphas = new ArrayList<>();
        StringJoiner evidence = new StringJoiner("; ");
        for (double alpha : SinghSlotProblem.ALPHAS.subList(1, SinghSlotProblem.ALPHAS.size())) {
            alphas.add(Comparison.allOf(
                    Paired.of(costs(results, alpha), SinghThresholds.below(CONSIDERABLE, options), costs(results, 0))
                            .atMost(0),
                    Paired.of(makespans(results, alpha), SinghThresholds.above(LITTLE, options), makespans(results, 0))
                            .atMost(0)));
            evidence.add(String.format(
                    Locale.ROOT,
                    "alpha %.1f: cost %.0f%%, makespan %.0f%% of that at 0",
                    alpha,
                    100 * cost(results, alpha) / cost(results, 0),
                    100 * makespan(results, alpha) / makespan(results, 0)));
        }
        return new Claim(
                "A considerable reduction of the allocation cost can be had for a little increase of the makespan.",
                "section 3, figure 5",
                ComparisonFamily.of(alphas).any(),
                evidence
                        + " (considerable: %s%% or more, little: %s%% or less, at any alpha)"
                                .formatted(CONSIDERABLE.of(options), LITTLE.of(options)));
    }
}
