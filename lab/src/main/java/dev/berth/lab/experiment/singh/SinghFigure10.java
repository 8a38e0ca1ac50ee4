package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figure 10 of singh: the size of tasks, in per cent of best effort, for the plans of alpha 0 and 1. */
final class SinghFigure10 implements MeasuredExperiment {
    private static final String ID = "singh-fig10";
    private static final String TITLE = "Task size";
    private static final List<Double> ALPHAS = List.of(0.0, 1.0);

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public boolean takesTrace() {
        return true;
    }

    /** Mean processors of a task, up to twice those of Figure 9. */
    private static List<Integer> sizes(SinghCluster cluster) {
        int usual = cluster.meanServers();
        return List.of(
                1, Math.max(2, usual / 2), Math.max(3, usual), Math.max(4, 3 * usual / 2), Math.max(5, 2 * usual));
    }

    private static String group(SinghCluster cluster, int size) {
        return cluster.name() + "-" + size;
    }

    private static SinghSweep sweep(Options options) {
        return SinghSweep.of(options, ALPHAS, SinghSweep.ways(options));
    }

    @Override
    public List<OpenParameter> parameters() {
        return SinghThresholds.with(
                List.of(SinghSweep.PARAMETERS, SinghTrial.PARAMETERS, List.of(SinghThresholds.NO_EFFECT)));
    }

    @Override
    public PlannedRuns plannedRuns() {
        return SinghSweep.RUNS;
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        Map<String, SinghTrial> cases = new LinkedHashMap<>();
        for (SinghCluster cluster : SinghCluster.of(options)) {
            for (int size : sizes(cluster)) {
                cases.put(group(cluster, size), SinghTrial.artificial(options, cluster, 0, size));
            }
        }
        return sweep(options).cells(cases);
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        SinghResults results = new SinghResults(byKey, sweep(options).runs());
        List<Panel> panels = new ArrayList<>();
        List<Claim> claims = new ArrayList<>();
        for (SinghCluster cluster : SinghCluster.of(options)) {
            panels.add(panel(results, cluster, "makespan"));
            panels.add(panel(results, cluster, "cost"));
            claims.add(gains(results, cluster));
            claims.add(cost(options, results, cluster));
        }
        return new Figure(
                ID,
                TITLE,
                "singh, figure 10",
                SinghResults.settings(options, results.runs()),
                panels,
                claims,
                List.of(
                        "Means of the runs' percentages, which the claims compare run by run; the evidence has the means of seconds in"
                                + " per cent of one another, as the paper does."));
    }

    private static Panel panel(SinghResults results, SinghCluster cluster, String quantity) {
        List<Curve> curves = new ArrayList<>();
        for (double alpha : ALPHAS) {
            List<Point> points = new ArrayList<>();
            for (int size : sizes(cluster)) {
                boolean cost = quantity.equals("cost");
                points.add(new Point(
                        size,
                        results.percent(
                                group(cluster, size),
                                cost
                                        ? SinghTrial.cost(SinghTrial.BERTH, alpha)
                                        : SinghTrial.makespan(SinghTrial.BERTH, alpha),
                                cost ? SinghTrial.cost() : SinghTrial.makespan())));
            }
            curves.add(new Curve(String.format(Locale.ROOT, "alpha %.0f", alpha), points));
        }
        return new Panel(
                quantity + "-" + SinghCluster.slug(cluster.name()),
                cluster.name() + ": " + quantity,
                "mean processors of a task",
                "% of best effort",
                false,
                curves);
    }

    private static double ratio(SinghResults results, SinghCluster cluster, int size, double alpha) {
        return results.percentOfMeans(
                group(cluster, size), SinghTrial.makespan(SinghTrial.BERTH, alpha), SinghTrial.makespan());
    }

    private static double[] makespans(SinghResults results, SinghCluster cluster, int size, double alpha) {
        return results.percents(
                group(cluster, size), SinghTrial.makespan(SinghTrial.BERTH, alpha), SinghTrial.makespan());
    }

    private static double[] costs(SinghResults results, SinghCluster cluster, int size) {
        return results.percents(group(cluster, size), SinghTrial.cost(SinghTrial.BERTH, 0), SinghTrial.cost());
    }

    private static Claim gains(SinghResults results, SinghCluster cluster) {
        List<Integer> sizes = sizes(cluster);
        StringBuilder evidence = new StringBuilder("makespan in per cent of best effort for alpha 0 and 1:");
        for (int size : sizes) {
            evidence.append(String.format(
                    Locale.ROOT,
                    " size %d %.0f and %.0f;",
                    size,
                    ratio(results, cluster, size, 0),
                    ratio(results, cluster, size, 1)));
        }
        return new Claim(
                cluster.name()
                        + ": as the task size increases, the performance of the provisioned approach relative to best"
                        + " effort improves.",
                "section 5, figure 10",
                ComparisonFamily.of(ALPHAS.stream()
                                .map(alpha -> Paired.of(
                                                makespans(results, cluster, sizes.getLast(), alpha),
                                                makespans(results, cluster, sizes.getFirst(), alpha))
                                        .below(0))
                                .toList())
                        .all(),
                evidence.toString());
    }

    private static Claim cost(Options options, SinghResults results, SinghCluster cluster) {
        StringBuilder evidence = new StringBuilder("cost in per cent of best effort at alpha 0:");
        List<Comparison> pairs = new ArrayList<>();
        for (int size : sizes(cluster)) {
            double ratio = results.percentOfMeans(
                    group(cluster, size), SinghTrial.cost(SinghTrial.BERTH, 0), SinghTrial.cost());
            evidence.append(String.format(Locale.ROOT, " size %d %.0f;", size, ratio));
            for (int other : sizes(cluster)) {
                if (other > size) {
                    pairs.add(Paired.of(costs(results, cluster, size), costs(results, cluster, other))
                            .within(SinghThresholds.NO_EFFECT.number(options)));
                }
            }
        }
        return new Claim(
                cluster.name() + ": the task size has no significant effect on the allocation cost.",
                "section 5, figure 10",
                ComparisonFamily.of(pairs).all(),
                evidence
                        + " (no significant effect: any two within %s points)"
                                .formatted(SinghThresholds.NO_EFFECT.of(options)));
    }
}
