package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.provision.search.Search;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figure 9 of singh: best effort against plans, on both clusters, by alpha. */
final class SinghFigure9 implements MeasuredExperiment {
    static final long MEAN_WORK = 1000;

    private static final String ID = "singh-fig9";
    private static final String TITLE = "Best effort and provisioned, by alpha";
    static final List<Double> ALPHAS = List.of(0.0, 0.2, 0.4, 0.6, 0.8, 1.0);

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

    @Override
    public List<OpenParameter> parameters() {
        return SinghThresholds.with(List.of(
                SinghSweep.PARAMETERS,
                SinghTrial.PARAMETERS,
                List.of(SinghThresholds.CONSIDERABLE, SinghThresholds.LITTLE, SinghThresholds.NEAR)));
    }

    /** Both searches are run; the claims are judged on the plans of the one that is set. */
    private static String way(Options options) {
        return SinghSweep.SEARCH.of(options).equals("berth") ? SinghTrial.BERTH : SinghTrial.MOGA;
    }

    private static SinghSweep sweep(Options options) {
        return SinghSweep.of(options, ALPHAS, Map.of(SinghTrial.BERTH, Search.SEEDED, SinghTrial.MOGA, Search.MOGA));
    }

    @Override
    public PlannedRuns plannedRuns() {
        return SinghSweep.RUNS;
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        Map<String, SinghTrial> cases = new LinkedHashMap<>();
        for (SinghCluster cluster : SinghCluster.of(options)) {
            cases.put(cluster.name(), SinghTrial.artificial(options, cluster, 0, cluster.meanServers()));
        }
        return sweep(options).cells(cases);
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        SinghResults results = new SinghResults(byKey, sweep(options).runs());
        List<Panel> panels = new ArrayList<>();
        List<Claim> claims = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (SinghCluster cluster : SinghCluster.of(options)) {
            String name = cluster.name();
            panels.add(panel(results, name, "makespan", "makespan (s)"));
            panels.add(panel(results, name, "cost", "allocation cost"));
            panels.add(deviations(results, name));
            claims.addAll(new SinghFigure9Claims(options, results, way(options), name, cluster.isLikeCtc()).all());
            notes.add(String.format(
                    Locale.ROOT,
                    "%s: utilisation %.0f%% (the paper's %s), %.0f slots in the mean.",
                    name,
                    results.mean(name, SinghTrial.UTILISATION),
                    cluster.isLikeCtc() ? "CTC: 64%" : "SDSC: 74%",
                    results.mean(name, SinghTrial.SLOTS)));
        }
        notes.add("\"Provisioned\" is Berth's search; beside it the paper's MOGA with as many schedules.");
        return new Figure(
                ID, TITLE, "singh, section 5", SinghResults.settings(options, results.runs()), panels, claims, notes);
    }

    private static String measure(String quantity, String way, double alpha) {
        return quantity.equals("cost") ? SinghTrial.cost(way, alpha) : SinghTrial.makespan(way, alpha);
    }

    private static Panel panel(SinghResults results, String cluster, String quantity, String label) {
        List<Curve> curves = new ArrayList<>();
        String bestEffort = quantity.equals("cost") ? SinghTrial.cost() : SinghTrial.makespan();
        curves.add(new Curve(
                SinghTrial.BEST_EFFORT,
                ALPHAS.stream()
                        .map(alpha -> results.point(alpha, cluster, bestEffort))
                        .toList()));
        for (String way : List.of(SinghTrial.BERTH, SinghTrial.MOGA)) {
            curves.add(new Curve(
                    way,
                    ALPHAS.stream()
                            .map(alpha -> results.point(alpha, cluster, measure(quantity, way, alpha)))
                            .toList()));
        }
        return new Panel(
                quantity + "-" + SinghCluster.slug(cluster), cluster + ": " + label, "alpha", label, false, curves);
    }

    private static Panel deviations(SinghResults results, String cluster) {
        List<Curve> curves = new ArrayList<>();
        curves.add(new Curve(
                SinghTrial.BEST_EFFORT,
                ALPHAS.stream()
                        .map(alpha -> deviation(results, cluster, alpha, SinghTrial.makespan()))
                        .toList()));
        for (String way : List.of(SinghTrial.BERTH, SinghTrial.MOGA)) {
            curves.add(new Curve(
                    way,
                    ALPHAS.stream()
                            .map(alpha -> deviation(results, cluster, alpha, SinghTrial.makespan(way, alpha)))
                            .toList()));
        }
        return new Panel(
                "makespan-deviation-" + SinghCluster.slug(cluster),
                cluster + ": standard deviation of the makespan",
                "alpha",
                "seconds",
                false,
                curves);
    }

    private static Point deviation(SinghResults results, String cluster, double alpha, String measure) {
        return new Point(alpha, new Estimate(results.standardDeviation(cluster, measure), 0, results.runs()));
    }
}
