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

/** Figure 11 of singh: the load of the cluster, in per cent of best effort, for several sizes of tasks and alpha 0.5. */
final class SinghFigure11 implements MeasuredExperiment {
    private static final String ID = "singh-fig11";
    private static final String TITLE = "Utilisation of the cluster";
    private static final double ALPHA = 0.5;
    /** Probabilities with which jobs of the second copy come. */
    private static final List<Double> SECOND = List.of(0.0, 0.2, 0.4, 0.6);
    /** Probabilities that the claims compare. */
    private static final List<Double> COMPARED = List.of(SECOND.getFirst(), SECOND.getLast());

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

    private static List<Integer> sizes(SinghCluster cluster) {
        int usual = cluster.meanServers();
        return List.of(1, Math.max(2, usual / 2), Math.max(3, usual), Math.max(4, 2 * usual));
    }

    private static String group(int size, double second) {
        return size + "-" + second;
    }

    private static SinghSweep sweep(Options options) {
        return SinghSweep.of(options, List.of(ALPHA), SinghSweep.ways(options));
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
        return cells(options, SECOND);
    }

    /** The loads between are in the curves, and in words beside the verdicts. */
    @Override
    public List<Cell<Measures>> cellsOfClaims(Options options) {
        return cells(options, COMPARED);
    }

    private static List<Cell<Measures>> cells(Options options, List<Double> loads) {
        Map<String, SinghTrial> cases = new LinkedHashMap<>();
        SinghCluster cluster = SinghCluster.sdsc(options);
        for (int size : sizes(cluster)) {
            for (double second : loads) {
                cases.put(group(size, second), SinghTrial.artificial(options, cluster, second, size));
            }
        }
        return sweep(options).cells(cases);
    }

    @Override
    public List<Claim> claims(Options options, Map<String, Measures> byKey) {
        return claims(options, new SinghResults(byKey, sweep(options).runs()), COMPARED);
    }

    private static List<Claim> claims(Options options, SinghResults results, List<Double> shown) {
        SinghCluster cluster = SinghCluster.sdsc(options);
        List<Claim> claims = new ArrayList<>();
        sizes(cluster).forEach(size -> claims.add(claim(results, size, shown)));
        claims.add(cost(options, results, cluster));
        return claims;
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        SinghResults results = new SinghResults(byKey, sweep(options).runs());
        SinghCluster cluster = SinghCluster.sdsc(options);
        return new Figure(
                ID,
                TITLE,
                "singh, figure 11",
                SinghResults.settings(options, results.runs()),
                List.of(panel(results, cluster, false), panel(results, cluster, true)),
                claims(options, results, SECOND),
                List.of(
                        "x is the utilisation that was measured, in the mean over the runs, before the workflow came."));
    }

    private static Panel panel(SinghResults results, SinghCluster cluster, boolean cost) {
        List<Curve> curves = new ArrayList<>();
        for (int size : sizes(cluster)) {
            List<Point> points = new ArrayList<>();
            for (double second : SECOND) {
                String group = group(size, second);
                points.add(new Point(
                        results.mean(group, SinghTrial.UTILISATION),
                        results.percent(
                                group,
                                cost
                                        ? SinghTrial.cost(SinghTrial.BERTH, ALPHA)
                                        : SinghTrial.makespan(SinghTrial.BERTH, ALPHA),
                                cost ? SinghTrial.cost() : SinghTrial.makespan())));
            }
            curves.add(new Curve(size + (size == 1 ? " processor" : " processors"), points));
        }
        String quantity = cost ? "cost" : "makespan";
        return new Panel(quantity, quantity + ", alpha 0.5", "utilisation (%)", "% of best effort", false, curves);
    }

    private static double ratio(SinghResults results, int size, double second) {
        return results.percentOfMeans(
                group(size, second), SinghTrial.makespan(SinghTrial.BERTH, ALPHA), SinghTrial.makespan());
    }

    private static double[] percents(SinghResults results, int size, double second, boolean cost) {
        return results.percents(
                group(size, second),
                cost ? SinghTrial.cost(SinghTrial.BERTH, ALPHA) : SinghTrial.makespan(SinghTrial.BERTH, ALPHA),
                cost ? SinghTrial.cost() : SinghTrial.makespan());
    }

    private static Claim claim(SinghResults results, int size, List<Double> shown) {
        StringBuilder evidence = new StringBuilder("makespan in per cent of best effort:");
        for (double second : shown) {
            evidence.append(String.format(
                    Locale.ROOT,
                    " %.0f at a utilisation of %.0f%%;",
                    ratio(results, size, second),
                    results.mean(group(size, second), SinghTrial.UTILISATION)));
        }
        Paired growth = Paired.of(
                percents(results, size, COMPARED.getLast(), false),
                percents(results, size, COMPARED.getFirst(), false));
        return new Claim(
                size == 1
                        ? "With uniprocessor tasks the provisioned makespan does not become smaller compared to best effort as the"
                                + " utilisation increases."
                        : "With tasks of %d processors in the mean it becomes smaller.".formatted(size),
                "section 5, figure 11",
                (size == 1 ? growth.atLeast(0) : growth.below(0)).verdict(),
                evidence.toString());
    }

    private static Claim cost(Options options, SinghResults results, SinghCluster cluster) {
        StringBuilder evidence = new StringBuilder("cost in per cent of best effort, lowest and highest utilisation:");
        List<Comparison> bySize = new ArrayList<>();
        for (int size : sizes(cluster)) {
            double low = costRatio(results, group(size, COMPARED.getFirst()));
            double high = costRatio(results, group(size, COMPARED.getLast()));
            bySize.add(Paired.of(
                            percents(results, size, COMPARED.getLast(), true),
                            percents(results, size, COMPARED.getFirst(), true))
                    .within(SinghThresholds.NO_EFFECT.number(options)));
            evidence.append(String.format(Locale.ROOT, " size %d %.0f and %.0f;", size, low, high));
        }
        return new Claim(
                "The allocation cost of the provisioned approach is not significantly affected.",
                "section 5, figure 11",
                ComparisonFamily.of(bySize).all(),
                evidence + " (not significantly: within %s points)".formatted(SinghThresholds.NO_EFFECT.of(options)));
    }

    private static double costRatio(SinghResults results, String group) {
        return results.percentOfMeans(group, SinghTrial.cost(SinghTrial.BERTH, ALPHA), SinghTrial.cost());
    }
}
