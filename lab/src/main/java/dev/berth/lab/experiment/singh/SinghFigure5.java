package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;

/** Figure 5 of singh: cost and makespan of the plan that is chosen, by alpha. */
final class SinghFigure5 implements MeasuredExperiment {
    private static final String ID = "singh-fig5";
    private static final String TITLE = "Cost and makespan of the chosen plan";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
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
                List.of(tradeOff(results), considerable(results)),
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

    private static Claim tradeOff(SinghResults results) {
        return new Claim(
                "There is clearly a trade-off between the allocation and scheduling costs.",
                "section 3, figure 5",
                cost(results, 1) < cost(results, 0) && makespan(results, 1) > makespan(results, 0),
                String.format(
                        Locale.ROOT,
                        "from alpha 0 to 1 the cost goes from %.0f to %.0f and the makespan from %.0f to %.0f s",
                        cost(results, 0),
                        cost(results, 1),
                        makespan(results, 0),
                        makespan(results, 1)));
    }

    private static Claim considerable(SinghResults results) {
        double best = 0;
        double at = 0;
        for (double alpha : SinghSlotProblem.ALPHAS) {
            double dearer = makespan(results, alpha) / makespan(results, 0) - 1;
            double cheaper = 1 - cost(results, alpha) / cost(results, 0);
            if (dearer <= 0.25 && cheaper > best) {
                best = cheaper;
                at = alpha;
            }
        }
        return new Claim(
                "A considerable reduction of the allocation cost can be had for a little increase of the makespan.",
                "section 3, figure 5",
                best >= 0.25,
                String.format(
                        Locale.ROOT,
                        "at alpha %.1f the cost is %.0f%% lower than at 0, with a makespan %.0f%% longer (considerable: 25%% or more,"
                                + " little: 25%% or less)",
                        at,
                        100 * best,
                        100 * (makespan(results, at) / makespan(results, 0) - 1)));
    }
}
