package dev.berth.lab.experiment.singh;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.ChangedRule;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.provision.plan.ParallelWorkflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Figure 12 of singh: CyberShake on the CTC cluster, by its load; and what loose estimates of the jobs of others do to the
 * plan (section 7).
 */
final class SinghFigure12 implements MeasuredExperiment {
    private static final String ID = "singh-fig12";
    private static final String TITLE = "CyberShake, best effort and provisioned, by utilisation";
    private static final double ALPHA = 0.5;
    /** Shares of the second copy that reach the utilisations wanted: work comes in bursts, and less is done than is offered. */
    private static final List<Double> SECOND = List.of(0.0, 0.25, 0.5, 0.75, 1.0);
    /** The run times of the jobs of others are too long by this much, with what the paper says it does to the makespan. */
    private static final Map<Integer, Double> ESTIMATES = new TreeMap<>(Map.of(110, 3.0, 120, 7.7));

    private static final String PROVISIONED = SinghTrial.makespan(SinghTrial.BERTH, ALPHA);
    private static final String COST = SinghTrial.cost(SinghTrial.BERTH, ALPHA);

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

    private static String group(double second, int percent) {
        return second + "-" + percent;
    }

    private static SinghSweep sweep(Options options) {
        return SinghSweep.of(options, List.of(ALPHA), SinghSweep.ways(options)).tenByTen(options);
    }

    @Override
    public List<OpenParameter> parameters() {
        return SinghThresholds.with(List.of(
                SinghSweep.PARAMETERS,
                SinghTrial.OF_THE_CLUSTER,
                List.of(SinghThresholds.SIMILAR, SinghThresholds.NEAR)));
    }

    @Override
    public PlannedRuns plannedRuns() {
        return SinghSweep.RUNS;
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        Map<String, SinghTrial> cases = new LinkedHashMap<>();
        ParallelWorkflow cyberShake = CyberShake.workflow();
        SinghCluster cluster = SinghCluster.ctc(options);
        if (cluster.processors() < cyberShake.widest()) {
            throw new BadValue(
                    "trace",
                    cluster.processors() + " processors",
                    "must be at least " + cyberShake.widest()
                            + ", the widest task of CyberShake; use a log of a larger machine");
        }
        SECOND.forEach(
                second -> cases.put(group(second, 100), SinghTrial.of(options, cluster, second, 100, cyberShake)));
        ESTIMATES
                .keySet()
                .forEach(percent ->
                        cases.put(group(0, percent), SinghTrial.of(options, cluster, 0, percent, cyberShake)));
        return sweep(options).cells(cases);
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        SinghResults results = new SinghResults(byKey, sweep(options).runs());
        List<Claim> claims = new ArrayList<>();
        claims.add(lower(options, results, SECOND.getFirst(), 63, 23));
        claims.add(lower(options, results, SECOND.getLast(), 94, 56));
        claims.add(sharply(results));
        claims.add(deviation(results));
        claims.add(cost(options, results));
        ESTIMATES.forEach((percent, paper) -> claims.add(estimates(options, results, percent, paper)));
        return new Figure(
                ID,
                TITLE,
                "singh, section 6",
                SinghResults.settings(options, results.runs()),
                List.of(
                        panel(results, "makespan", "makespan (s)", SinghTrial.makespan(), PROVISIONED),
                        panel(results, "cost", "allocation cost", SinghTrial.cost(), COST),
                        deviations(results),
                        estimated(results)),
                claims,
                List.of(
                        String.format(
                                Locale.ROOT,
                                "Best effort takes %.0f s at %.0f%% utilisation; in the paper 476,811 s at 63%%.",
                                results.mean(group(0, 100), SinghTrial.makespan()),
                                results.mean(group(0, 100), SinghTrial.UTILISATION)),
                        String.format(
                                Locale.ROOT,
                                "Slots in the mean: %.0f at the lowest load, %.0f at the highest.",
                                results.mean(group(0, 100), SinghTrial.SLOTS),
                                results.mean(group(SECOND.getLast(), 100), SinghTrial.SLOTS))));
    }

    private static Panel panel(
            SinghResults results, String quantity, String label, String bestEffort, String provisioned) {
        return new Panel(
                quantity,
                label,
                "utilisation (%)",
                label,
                false,
                List.of(
                        curve(results, SinghTrial.BEST_EFFORT, bestEffort),
                        curve(results, SinghTrial.BERTH, provisioned)));
    }

    private static double utilisation(SinghResults results, double second) {
        return results.mean(group(second, 100), SinghTrial.UTILISATION);
    }

    private static Curve curve(SinghResults results, String name, String measure) {
        return new Curve(
                name,
                SECOND.stream()
                        .map(second -> results.point(utilisation(results, second), group(second, 100), measure))
                        .toList());
    }

    private static Panel deviations(SinghResults results) {
        List<Curve> curves = new ArrayList<>();
        Map<String, String> measures = new LinkedHashMap<>();
        measures.put(SinghTrial.BEST_EFFORT, SinghTrial.makespan());
        measures.put(SinghTrial.BERTH, PROVISIONED);
        measures.forEach((name, measure) -> curves.add(new Curve(
                name,
                SECOND.stream()
                        .map(second -> new Point(
                                utilisation(results, second),
                                new Estimate(
                                        results.standardDeviation(group(second, 100), measure), 0, results.runs())))
                        .toList())));
        return new Panel(
                "makespan-deviation",
                "standard deviation of the makespan",
                "utilisation (%)",
                "seconds",
                false,
                curves);
    }

    private static Panel estimated(SinghResults results) {
        List<Point> points = new ArrayList<>();
        points.add(results.point(0, group(0, 100), PROVISIONED));
        ESTIMATES.keySet().forEach(percent -> points.add(results.point(percent - 100, group(0, percent), PROVISIONED)));
        return new Panel(
                "makespan-by-estimate",
                "run times of others too long",
                "by so many %",
                "makespan (s)",
                false,
                List.of(new Curve(SinghTrial.BERTH, points)));
    }

    private static Claim lower(Options options, SinghResults results, double second, int utilisation, double paper) {
        double near = SinghThresholds.SIMILAR.number(options);
        String group = group(second, 100);
        double lower = 100 - results.percentOfMeans(group, PROVISIONED, SinghTrial.makespan());
        return new Claim(
                "At %d%% utilisation the provisioned makespan is %.0f%% lower than best effort."
                        .formatted(utilisation, paper),
                "section 6, figure 12",
                ComparisonFamily.of(
                                results.against(group, PROVISIONED, 1, SinghTrial.makespan())
                                        .below(0),
                                results.against(group, PROVISIONED, 1 - (paper - near) / 100, SinghTrial.makespan())
                                        .atMost(0),
                                results.against(group, PROVISIONED, 1 - (paper + near) / 100, SinghTrial.makespan())
                                        .atLeast(0))
                        .all(),
                String.format(
                        Locale.ROOT,
                        "%.0f%% lower at %.0f%%: %.0f s against %.0f s (holds: within %s points)",
                        lower,
                        results.mean(group, SinghTrial.UTILISATION),
                        results.mean(group, PROVISIONED),
                        results.mean(group, SinghTrial.makespan()),
                        SinghThresholds.SIMILAR.of(options)));
    }

    private static double growth(SinghResults results, String measure) {
        return results.mean(group(SECOND.getLast(), 100), measure)
                / results.mean(group(SECOND.getFirst(), 100), measure);
    }

    /** Growth in each run from the lowest to the highest load, as a logarithm, so that half and double weigh the same. */
    private static double[] growths(SinghResults results, String measure) {
        double[] high = results.values(group(SECOND.getLast(), 100), measure);
        double[] low = results.values(group(SECOND.getFirst(), 100), measure);
        return IntStream.range(0, high.length)
                .mapToDouble(run -> Math.log(high[run] / low[run]))
                .toArray();
    }

    private static Claim sharply(SinghResults results) {
        return new Claim(
                "The best effort makespan sharply increases with the utilisation; the growth of the provisioned makespan is less"
                        + " pronounced.",
                "section 6, figure 12",
                Paired.of(growths(results, SinghTrial.makespan()), growths(results, PROVISIONED))
                        .above(0)
                        .verdict(),
                String.format(
                        Locale.ROOT,
                        "from the lowest to the highest load: best effort x %.2f, provisioned x %.2f",
                        growth(results, SinghTrial.makespan()),
                        growth(results, PROVISIONED)));
    }

    private static Claim deviation(SinghResults results) {
        StringBuilder evidence = new StringBuilder("standard deviations, best effort and provisioned:");
        List<Comparison> byLoad = new ArrayList<>();
        for (double second : SECOND) {
            double bestEffort = results.standardDeviation(group(second, 100), SinghTrial.makespan());
            double provisioned = results.standardDeviation(group(second, 100), PROVISIONED);
            byLoad.add(Paired.of(
                            results.deviations(group(second, 100), SinghTrial.makespan()),
                            results.deviations(group(second, 100), PROVISIONED))
                    .above(0));
            evidence.append(String.format(
                    Locale.ROOT, " %.0f and %.0f s at %.0f%%;", bestEffort, provisioned, utilisation(results, second)));
        }
        return new Claim(
                "The standard deviation of the best effort makespan is more than that of the provisioned makespan.",
                "section 6, figure 12",
                ComparisonFamily.of(byLoad).all(),
                evidence.toString());
    }

    private static Claim cost(Options options, SinghResults results) {
        double most = SECOND.stream()
                .mapToDouble(second -> results.percentOfMeans(group(second, 100), COST, SinghTrial.cost()))
                .max()
                .orElse(0);
        return new Claim(
                "The allocation cost of the best effort and the provisioned approach does not differ significantly.",
                "section 6, figure 12",
                ComparisonFamily.of(SECOND.stream()
                                .map(second -> results.against(
                                                group(second, 100),
                                                COST,
                                                SinghThresholds.above(SinghThresholds.NEAR, options),
                                                SinghTrial.cost())
                                        .atMost(0))
                                .toList())
                        .all(),
                String.format(
                        Locale.ROOT,
                        "the provisioned cost is at most %.1f%% of best effort (significantly: more than %s%% dearer)",
                        most,
                        SinghThresholds.NEAR.of(options)));
    }

    private static Claim estimates(Options options, SinghResults results, int percent, double paper) {
        double near = SinghThresholds.SIMILAR.number(options);
        double longer =
                100 * results.mean(group(0, percent), PROVISIONED) / results.mean(group(0, 100), PROVISIONED) - 100;
        double bestEffort = results.mean(group(0, 100), SinghTrial.makespan());
        double[] loose = results.values(group(0, percent), PROVISIONED);
        double[] exact = results.values(group(0, 100), PROVISIONED);
        Comparison longerAtAll = Paired.of(loose, exact).above(0);
        Comparison stillLess = Paired.of(loose, results.values(group(0, 100), SinghTrial.makespan()))
                .below(0);
        return new Claim(
                        String.format(
                                Locale.ROOT,
                                "With the run times of others %d%% too long the provisioned makespan increases by %.1f%%, and is still less"
                                        + " than best effort.",
                                percent - 100,
                                paper),
                        "section 7",
                        ComparisonFamily.of(
                                        longerAtAll,
                                        Paired.of(loose, 1 + (paper + near) / 100, exact)
                                                .atMost(0),
                                        Paired.of(loose, 1 + (paper - near) / 100, exact)
                                                .atLeast(0),
                                        stillLess)
                                .all(),
                        String.format(
                                Locale.ROOT,
                                "it increases by %.1f%%, to %.0f s; best effort %.0f s (holds: within %s points)",
                                longer,
                                results.mean(group(0, percent), PROVISIONED),
                                bestEffort,
                                SinghThresholds.SIMILAR.of(options)))
                .changedFrom(new ChangedRule(
                        "within %s points of the paper's increase".formatted(SinghThresholds.SIMILAR.of(options)),
                        "at most three times the paper's increase",
                        ComparisonFamily.of(
                                        longerAtAll,
                                        Paired.of(loose, 1 + 3 * paper / 100, exact)
                                                .atMost(0),
                                        stillLess)
                                .all()));
    }
}
