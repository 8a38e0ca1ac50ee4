package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
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
import dev.berth.provision.plan.SlotScheduler;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.Watcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Figure 6 of singh: of the plans that no plan of any scheduler dominates, how many come from which scheduler. */
final class SinghFigure6 implements MeasuredExperiment {
    private static final String ID = "singh-fig6";
    private static final String TITLE = "Non-dominated plans by scheduler";
    private static final String GROUP = "schedulers";
    private static final String AXIS = "1 heft, 2 greedy, 3 min-min, 4 max-min";
    private static final List<Search> SEARCHES = List.of(Search.MOGA, Search.SEEDED);
    private static final OpenParameter MOST = OpenParameter.choice(
                    "most",
                    "what \"most\" of the solutions is: more than half, or more than of any other",
                    "majority",
                    "plurality")
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
    public List<OpenParameter> parameters() {
        return List.of(MOST);
    }

    @Override
    public PlannedRuns plannedRuns() {
        return SinghSweep.RUNS;
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        List<Cell<Measures>> cells = new ArrayList<>();
        for (int run = 0; run < SinghSlotProblem.runs(options); run++) {
            long seed = Options.runSeed(options.seed(), run);
            cells.add(new Cell<>(MeasuredRuns.key(GROUP, run), () -> measure(options, seed)));
        }
        return cells;
    }

    private static String share(Search search, String scheduler) {
        return search.name() + " " + scheduler + " share";
    }

    private static String found(Search search, String scheduler) {
        return search.name() + " " + scheduler + " found";
    }

    private static Measures measure(Options options, long seed) {
        Map<String, Double> measures = new HashMap<>();
        SEARCHES.forEach(search -> measure(options, seed, search, measures));
        return new Measures(measures);
    }

    private static void measure(Options options, long seed, Search search, Map<String, Double> measures) {
        Map<String, List<Candidate>> byScheduler = new HashMap<>();
        for (SlotScheduler scheduler : SlotSchedulers.ALL) {
            List<Candidate> own = search.run(
                            SinghSlotProblem.planning(seed, scheduler),
                            SinghSlotProblem.search(options, seed),
                            Watcher.NOBODY)
                    .set()
                    .candidates();
            byScheduler.put(scheduler.name(), own);
            measures.put(found(search, scheduler.name()), (double) own.size());
        }
        SinghShares.of(byScheduler).forEach((name, share) -> measures.put(share(search, name), share));
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        SinghResults results = new SinghResults(byKey, SinghSlotProblem.runs(options));
        List<Panel> panels = new ArrayList<>();
        List<Claim> claims = new ArrayList<>();
        for (Search search : SEARCHES) {
            String by = search == Search.MOGA ? "the paper's MOGA" : "Berth's search";
            List<Curve> shares = new ArrayList<>();
            List<Curve> counts = new ArrayList<>();
            for (int k = 0; k < SlotSchedulers.ALL.size(); k++) {
                String name = SlotSchedulers.ALL.get(k).name();
                shares.add(point(results, name, k + 1, share(search, name)));
                counts.add(point(results, name, k + 1, found(search, name)));
            }
            panels.add(new Panel("share-" + search.name(), "share of the plans, " + by, AXIS, "%", false, shares));
            panels.add(new Panel("found-" + search.name(), "plans of each alone, " + by, AXIS, "plans", false, counts));
            claims.add(most(options, results, search, by));
        }
        claims.add(similar(results));
        return new Figure(
                ID,
                TITLE,
                "singh, figure 6",
                SinghResults.settings(options, results.runs()),
                panels,
                claims,
                List.of("\"Similar\" is read as: the most are at most twice the fewest."));
    }

    private static Curve point(SinghResults results, String name, int x, String measure) {
        return new Curve(name, List.of(results.point(x, GROUP, measure)), false);
    }

    private static Claim most(Options options, SinghResults results, Search search, String by) {
        double[] heft = results.values(GROUP, share(search, "heft"));
        double[] half = DoubleStream.generate(() -> 50).limit(heft.length).toArray();
        return new Claim(
                "Most of the non-dominated solutions were found using HEFT (with %s).".formatted(by),
                "section 3, figure 6",
                MOST.of(options).equals("majority")
                        ? Paired.of(heft, half).above(0).verdict()
                        : ComparisonFamily.of(SlotSchedulers.ALL.stream()
                                        .map(SlotScheduler::name)
                                        .filter(name -> !name.equals("heft"))
                                        .map(name -> Paired.of(heft, results.values(GROUP, share(search, name)))
                                                .above(0))
                                        .toList())
                                .all(),
                list(results, name -> share(search, name), "%s %.0f%%"));
    }

    private static Claim similar(SinghResults results) {
        List<Comparison> pairs = new ArrayList<>();
        for (SlotScheduler one : SlotSchedulers.ALL) {
            for (SlotScheduler other : SlotSchedulers.ALL) {
                if (!one.equals(other)) {
                    pairs.add(
                            results.against(GROUP, found(Search.MOGA, one.name()), 2, found(Search.MOGA, other.name()))
                                    .atMost(0));
                }
            }
        }
        return new Claim(
                "All the schedulers found a similar number of solutions.",
                "section 3",
                ComparisonFamily.of(pairs).all(),
                list(results, name -> found(Search.MOGA, name), "%s %.1f") + " in the mean");
    }

    private static String list(SinghResults results, UnaryOperator<String> measure, String pattern) {
        return SlotSchedulers.ALL.stream()
                .map(one ->
                        String.format(Locale.ROOT, pattern, one.name(), results.mean(GROUP, measure.apply(one.name()))))
                .collect(Collectors.joining(", "));
    }
}
