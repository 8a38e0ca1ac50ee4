package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A figure of netto's evaluation, with Berth's way beside the paper's; and what they have in common. Claims are checked
 * for the paper's own ways, on the differences run by run; "higher" is by however little.
 */
abstract class NettoFigure implements Experiment<NettoRun> {
    static final List<Double> LOADS = List.of(1.0, 1.25, 1.5);
    static final double MEDIUM_LOAD = 1.25;
    /** Lambda of the flexible intervals; 0 is a fixed one. */
    static final List<Integer> INTERVALS = List.of(0, 25, 50, 100);

    static final List<Integer> FLEXIBLE = List.of(25, 50, 100);
    /** Thresholds of the offers. */
    static final List<Integer> THRESHOLDS = FLEXIBLE;

    static final String INTERVAL = "length of flexible intervals beyond the duration (%)";
    static final String POINTS = "points of utilisation";
    static final String UTILISATION = "utilisation (%)";

    /** The paper's utilisations with FIFO and their confidence intervals (4.2), in per cent, by load. */
    private static final Map<Double, String> PAPERS_FIFO =
            Map.of(1.0, "46.8 ± 3.3", 1.25, "50.9 ± 3.5", 1.5, "54.7 ± 3.7");

    /** The paper says that intervals are longer, not to which side. */
    static final OpenParameter SIDES = OpenParameter.choice(
            "intervals",
            "to which side flexible intervals are longer than the job: later, or both, by the same share each",
            "later",
            "both");

    /** The paper does not say whether it drew deadlines, flexible users and run times once or several times. */
    static final OpenParameter DRAWS = OpenParameter.number(
            "draws",
            "how often deadlines, flexible users and run times are drawn for an interval; a run is the mean",
            new OpenParameter.Range(1, 100),
            1,
            3);

    private final String id;
    private final String title;
    private final List<Way> papers;

    /** @param papers the ways that the paper shows */
    NettoFigure(String id, String title, List<Way> papers) {
        this.id = id;
        this.title = title;
        this.papers = papers;
    }

    /** Cases to run for a way to admit jobs. */
    abstract List<NettoCase> cases(Way way, Options options);

    /** @param ways the paper's, then Berth's */
    abstract List<Panel> panels(NettoResults results, List<Way> ways, Options options);

    abstract List<Claim> claims(NettoResults results, Options options);

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final String title() {
        return title;
    }

    @Override
    public final Class<NettoRun> measures() {
        return NettoRun.class;
    }

    @Override
    public final PlannedRuns plannedRuns() {
        return NettoSweep.RUNS.deciding(decidingRuns());
    }

    /** Fewest intervals of SDSC-SP2 that decided half of the claims that all 48 decide; 0 if those decide none. */
    int decidingRuns() {
        return 0;
    }

    @Override
    public List<OpenParameter> parameters() {
        return List.of(SIDES, DRAWS);
    }

    @Override
    public final boolean takesTrace() {
        return true;
    }

    private List<Way> ways(Options options) {
        return Stream.concat(papers.stream(), Way.berths(options).stream()).toList();
    }

    @Override
    public final List<Cell<NettoRun>> cells(Options options) {
        return NettoSweep.of(options)
                .cells(ways(options).stream()
                        .flatMap(way -> cases(way, options).stream())
                        .toList());
    }

    @Override
    public final Figure figure(Options options, Map<String, NettoRun> byKey) {
        NettoSweep sweep = NettoSweep.of(options);
        NettoResults results = new NettoResults(sweep.runs(), byKey);
        return new Figure(
                id,
                title,
                "netto, section 4",
                sweep.settings(options),
                panels(results, ways(options), options),
                claims(results, options),
                notes(options, results));
    }

    List<String> notes(Options options, NettoResults results) {
        List<String> notes = new ArrayList<>();
        String ours = options.trace() == null
                ? "our synthetic workload, which is like the paper's log in processors and load only"
                : "intervals of " + options.trace().name();
        Way way = papers.contains(Way.FIFO) ? Way.FIFO : Way.EDF;
        notes.add("Utilisation with %s and fixed intervals, for %s; the paper's, with FIFO, in brackets: %s."
                .formatted(way.name(), ours, beside(options, results, way, 0)));
        if (way.equals(Way.FIFO)) {
            notes.add("The same with flexible intervals of 100%%: %s. The paper does not say which it means."
                    .formatted(beside(options, results, way, 100)));
        }
        notes.add(
                "With fixed intervals, offers included, nothing can move: all orders, and Berth's way, are the same then.");
        notes.add(
                "Utilisation is from the first submission to the last; intervals are 95% confidence intervals over the"
                        + " runs, those of a gain over its differences run by run.");
        return notes;
    }

    private String beside(Options options, NettoResults results, Way way, int flexibility) {
        StringBuilder text = new StringBuilder();
        for (NettoCase one : cases(way, options)) {
            double load = one.setting().load();
            if (one.equals(NettoCase.of(way, load, flexibility))) {
                Estimate utilisation = results.utilisation(one);
                text.append(String.format(
                        Locale.ROOT,
                        "%sload %s %.1f ± %.1f%% (%s%%), %.1f%% of the work accepted",
                        text.isEmpty() ? "" : "; ",
                        number(load),
                        utilisation.mean(),
                        utilisation.halfWidth(),
                        PAPERS_FIFO.get(load),
                        results.acceptedWork(one).mean()));
            }
        }
        return text.toString();
    }

    /** A load as the paper writes it. */
    static String number(double load) {
        return load == Math.rint(load) ? Long.toString(Math.round(load)) : Double.toString(load);
    }

    static List<NettoCase> byInterval(Way way) {
        return LOADS.stream()
                .flatMap(load -> INTERVALS.stream().map(interval -> NettoCase.of(way, load, interval)))
                .toList();
    }

    static List<NettoCase> byThreshold(Way way) {
        return LOADS.stream()
                .flatMap(load -> THRESHOLDS.stream().map(threshold -> NettoCase.offers(way, load, threshold)))
                .toList();
    }

    static Stream<Curve> byLoad(String suffix, List<Integer> places, BiFunction<Double, Integer, Estimate> quantity) {
        return LOADS.stream()
                .map(load -> curve("load " + number(load) + suffix, places, place -> quantity.apply(load, place)));
    }

    static <X extends Number> Curve curve(String name, List<X> places, Function<X, Estimate> quantity) {
        return new Curve(
                name,
                places.stream()
                        .map(place -> new Point(place.doubleValue(), quantity.apply(place)))
                        .toList());
    }

    static Panel panel(String quantity, String title, String xLabel, String yLabel, Stream<Curve> curves) {
        return new Panel(quantity, title, xLabel, yLabel, false, curves.toList());
    }

    /** Panels of all ways, one way after the other. */
    static List<Panel> eachWay(List<Way> ways, Function<Way, List<Panel>> panels) {
        return ways.stream().flatMap(way -> panels.apply(way).stream()).toList();
    }

    /** The way of the paper's that claims are checked on. */
    static NettoCase edf(double load, int interval) {
        return NettoCase.of(Way.EDF, load, interval);
    }

    /** Whether the utilisation rises from each case to the next. */
    static void addSteps(NettoCount count, NettoResults results, String what, List<NettoCase> cases) {
        StringJoiner steps = new StringJoiner(", ");
        for (int i = 1; i < cases.size(); i++) {
            Paired step = results.above(cases.get(i), cases.get(i - 1));
            count.add(step.above(0));
            steps.add(step.words());
        }
        count.say("%s: %s, then %s".formatted(what, percent(results.meanUtilisation(cases.getFirst())), steps));
    }

    static String words(Estimate estimate) {
        return String.format(Locale.ROOT, "%.2f ± %.2f%%", estimate.mean(), estimate.halfWidth());
    }

    static String percent(double value) {
        return String.format(Locale.ROOT, "%.2f%%", value);
    }
}
