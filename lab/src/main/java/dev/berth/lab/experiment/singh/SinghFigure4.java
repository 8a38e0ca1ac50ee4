package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figure 4 of singh: all feasible plans that the search met, and those that no other dominates. */
final class SinghFigure4 implements MeasuredExperiment {
    private static final String ID = "singh-fig4";
    private static final String TITLE = "Feasible and Pareto-optimal plans of 124 slots";
    private static final double FEW = 0.1;

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
    public List<Cell<Measures>> cells(Options options) {
        return SinghSlotProblem.cells(options);
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        int runs = SinghSlotProblem.runs(options);
        SinghResults results = new SinghResults(byKey, runs);
        Measures shown = byKey.get(MeasuredRuns.key(SinghSlotProblem.GROUP, 0));
        List<Curve> curves = new ArrayList<>();
        if (shown != null) {
            curves.add(new Curve("feasible", points(shown, SinghSlotProblem.FEASIBLE), false));
            curves.add(new Curve("Pareto, MOGA", points(shown, SinghSlotProblem.PARETO)));
            curves.add(new Curve("Pareto, Berth", points(shown, SinghSlotProblem.BERTH)));
        }
        double feasible = results.mean(SinghSlotProblem.GROUP, SinghSlotProblem.count(SinghSlotProblem.FEASIBLE));
        double pareto = results.mean(SinghSlotProblem.GROUP, SinghSlotProblem.count(SinghSlotProblem.PARETO));
        double berth = results.mean(SinghSlotProblem.GROUP, SinghSlotProblem.count(SinghSlotProblem.BERTH));
        return new Figure(
                ID,
                TITLE,
                "singh, figure 4",
                SinghResults.settings(options, runs),
                List.of(new Panel("makespan", TITLE, "allocation cost", "makespan (s)", false, curves)),
                List.of(new Claim(
                                "Of all feasible plans only a few are Pareto-optimal (40 of 1742, 2.3%).",
                                "section 3, figure 4",
                                results.against(
                                                SinghSlotProblem.GROUP,
                                                SinghSlotProblem.count(SinghSlotProblem.PARETO),
                                                FEW,
                                                SinghSlotProblem.count(SinghSlotProblem.FEASIBLE))
                                        .below(0)
                                        .verdict(),
                                String.format(
                                        Locale.ROOT,
                                        "%.0f of %.0f, %.1f%%, in the mean over %d problems (a few: below a tenth)",
                                        pareto,
                                        feasible,
                                        100 * pareto / feasible,
                                        runs))
                        // In two dimensions few of many points drawn at random are not dominated by any other.
                        .holdingByConstruction()),
                List.of(
                        String.format(
                                Locale.ROOT,
                                "Shown is the first of %d problems. MOGA is the paper's search; Berth's, of the same number of"
                                        + " schedules, ends with %.0f plans in the mean.",
                                runs,
                                berth),
                        "Berth's search leaves out slots that no task is on; the paper's pays for them, and so did we in the"
                                + " feasible plans."));
    }

    private static List<Point> points(Measures result, String what) {
        List<Point> points = new ArrayList<>();
        for (int k = 0; k < result.get(SinghSlotProblem.count(what)); k++) {
            points.add(new Point(
                    result.get(SinghSlotProblem.cost(what, k)),
                    new Estimate(result.get(SinghSlotProblem.makespan(what, k)), 0, 1)));
        }
        points.sort(Comparator.comparingDouble(Point::x)
                .thenComparingDouble(point -> point.y().mean()));
        return points;
    }
}
