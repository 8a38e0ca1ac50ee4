package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Claim;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A discount for what is booked ahead, which singh leaves to the future (section 9) and motivates in section 1: what starts a
 * week after the submission costs less by a share, what starts sooner by less. The submissions are those of Figure 9.
 */
final class SinghLead implements MeasuredExperiment {
    private static final String ID = "singh-lead";
    private static final String TITLE = "Discount for booking ahead";
    private static final List<Double> ALPHAS = List.of(0.0, 0.5, 1.0);
    /** Per cent, for what starts a week ahead. */
    private static final List<Integer> DISCOUNTS = List.of(0, 10, 25, 50);
    /** Discounts that the claims compare. */
    private static final List<Integer> COMPARED = List.of(DISCOUNTS.getFirst(), DISCOUNTS.getLast());

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
        return SinghThresholds.with(List.of(SinghSweep.PARAMETERS, SinghTrial.PARAMETERS));
    }

    @Override
    public PlannedRuns plannedRuns() {
        return SinghSweep.RUNS;
    }

    private static SinghSweep sweep(Options options) {
        return SinghSweep.of(options, ALPHAS, SinghSweep.ways(options));
    }

    private static String group(SinghCluster cluster, int discount) {
        return cluster.name() + "-" + discount;
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        return cells(options, DISCOUNTS);
    }

    /** Discounts between the lowest and the highest are in the curves, and in words beside the verdicts. */
    @Override
    public List<Cell<Measures>> cellsOfClaims(Options options) {
        return cells(options, COMPARED);
    }

    private static List<Cell<Measures>> cells(Options options, List<Integer> discounts) {
        Map<String, SinghTrial> cases = new LinkedHashMap<>();
        for (SinghCluster cluster : SinghCluster.of(options)) {
            SinghTrial trial = SinghTrial.artificial(options, cluster, 0, cluster.meanServers());
            for (int discount : discounts) {
                cases.put(group(cluster, discount), trial.withDiscount(discount));
            }
        }
        return sweep(options).cells(cases);
    }

    @Override
    public List<Claim> claims(Options options, Map<String, Measures> byKey) {
        return claims(options, new SinghResults(byKey, sweep(options).runs()), COMPARED);
    }

    private static List<Claim> claims(Options options, SinghResults results, List<Integer> shown) {
        return SinghCluster.of(options).stream()
                .flatMap(cluster -> Stream.of(conflict(results, cluster, shown), later(results, cluster, shown)))
                .toList();
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        SinghResults results = new SinghResults(byKey, sweep(options).runs());
        List<Panel> panels = new ArrayList<>();
        for (SinghCluster cluster : SinghCluster.of(options)) {
            panels.add(panel(results, cluster, "makespan", "makespan (s)"));
            panels.add(panel(results, cluster, "cost", "allocation cost"));
            panels.add(plans(results, cluster));
        }
        return new Figure(
                ID,
                TITLE,
                "singh, sections 1 and 9",
                SinghResults.settings(options, results.runs()),
                panels,
                claims(options, results, DISCOUNTS),
                List.of(
                        "The discount grows evenly from none for what starts at the submission to all of it a week later."));
    }

    private static String measure(String quantity, double alpha) {
        return quantity.equals("cost")
                ? SinghTrial.cost(SinghTrial.BERTH, alpha)
                : SinghTrial.makespan(SinghTrial.BERTH, alpha);
    }

    private static Panel panel(SinghResults results, SinghCluster cluster, String quantity, String label) {
        List<Curve> curves = new ArrayList<>();
        for (double alpha : ALPHAS) {
            curves.add(
                    curve(results, cluster, String.format(Locale.ROOT, "alpha %.1f", alpha), measure(quantity, alpha)));
        }
        return new Panel(
                quantity + "-" + SinghCluster.slug(cluster.name()),
                cluster.name() + ": " + quantity,
                "discount a week ahead (%)",
                label,
                false,
                curves);
    }

    private static Panel plans(SinghResults results, SinghCluster cluster) {
        return new Panel(
                "plans-" + SinghCluster.slug(cluster.name()),
                cluster.name() + ": plans to choose from",
                "discount a week ahead (%)",
                "plans",
                false,
                List.of(curve(results, cluster, SinghTrial.BERTH, SinghTrial.plans(SinghTrial.BERTH))));
    }

    private static Curve curve(SinghResults results, SinghCluster cluster, String name, String measure) {
        List<Point> points = new ArrayList<>();
        for (int discount : DISCOUNTS) {
            points.add(results.point(discount, group(cluster, discount), measure));
        }
        return new Curve(name, points);
    }

    /** A measure with the highest discount against that without. */
    private static Paired effect(SinghResults results, SinghCluster cluster, String measure) {
        return Paired.of(
                results.values(group(cluster, COMPARED.getLast()), measure),
                results.values(group(cluster, COMPARED.getFirst()), measure));
    }

    private static Claim conflict(SinghResults results, SinghCluster cluster, List<Integer> shown) {
        String plans = SinghTrial.plans(SinghTrial.BERTH);
        Paired more = effect(results, cluster, plans);
        return new Claim(
                cluster.name()
                        + ": with a discount for booking ahead makespan and cost are more in conflict, so that there are more"
                        + " plans to choose from.",
                "section 1",
                more.above(0).verdict(),
                list(results, cluster, plans, "%.1f", shown) + " plans; " + more.words() + " more");
    }

    private static Claim later(SinghResults results, SinghCluster cluster, List<Integer> shown) {
        String makespan = measure("makespan", 1);
        Paired later = effect(results, cluster, makespan);
        return new Claim(
                cluster.name() + ": with a discount for booking ahead the cheapest plan ends later.",
                "section 9",
                later.above(0).verdict(),
                "makespan at alpha 1 " + list(results, cluster, makespan, "%.0f", shown) + " s; cost at alpha 1 "
                        + list(results, cluster, measure("cost", 1), "%.0f", shown) + "; makespan at alpha 0 "
                        + list(results, cluster, measure("makespan", 0), "%.0f", shown) + " s");
    }

    private static String list(
            SinghResults results, SinghCluster cluster, String measure, String pattern, List<Integer> shown) {
        List<String> numbers = new ArrayList<>();
        for (int discount : shown) {
            numbers.add(String.format(Locale.ROOT, pattern, results.mean(group(cluster, discount), measure)));
        }
        return String.join(", ", numbers) + " at discounts of "
                + shown.stream().map(String::valueOf).collect(Collectors.joining(", ")) + "%";
    }
}
