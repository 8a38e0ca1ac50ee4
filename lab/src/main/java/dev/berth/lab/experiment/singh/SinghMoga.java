package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.Genetics;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchSettings;
import dev.berth.provision.search.Watcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The parameters of MOGA (singh, section 3, end): population against iterations, points of crossover, mutation. Searches that
 * differ in one of them are compared as the schedulers are: of the plans that none of any dominates, how many are whose.
 */
final class SinghMoga implements MeasuredExperiment {
    private static final String ID = "singh-moga";
    private static final String TITLE = "Parameters of MOGA: population, iterations, crossover, mutation";
    private static final String GROUP = "parameters";
    private static final String WHERE = "section 3";

    /** Searches that differ in one parameter only, by the name of each. */
    private record Study(String name, String axis, Map<String, SearchSettings> searches) {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    private static int runs(Options options) {
        return options.runs(SinghSweep.RUNS);
    }

    /** The same number of schedules for all of a study. */
    private static List<Study> studies(Options options, long seed) {
        int size = options.scale() == Scale.SMOKE ? 8 : options.scale() == Scale.QUICK ? 40 : 100;
        Map<String, SearchSettings> sizes = new LinkedHashMap<>();
        // The first population is scheduled too, so that one iteration less makes the numbers equal.
        sizes.put("population", SearchSettings.of(2 * size, size / 2 - 1, seed));
        sizes.put("balanced", SearchSettings.of(size, size - 1, seed));
        sizes.put("iterations", SearchSettings.of(size / 2, 2 * size - 1, seed));
        Map<String, SearchSettings> crossovers = new LinkedHashMap<>();
        for (int points = 1; points <= 3; points++) {
            crossovers.put(
                    points == 1 ? "1 point" : points + " points",
                    SearchSettings.of(size, size - 1, seed).with(new Genetics(points, 1)));
        }
        Map<String, SearchSettings> mutations = new LinkedHashMap<>();
        mutations.put("none", SearchSettings.of(size, size - 1, seed).with(new Genetics(2, 0)));
        mutations.put("1/n", SearchSettings.of(size, size - 1, seed).with(new Genetics(2, 1)));
        mutations.put("4/n", SearchSettings.of(size, size - 1, seed).with(new Genetics(2, 4)));
        return List.of(
                new Study("size", "1 population x 2, 2 balanced, 3 iterations x 2", sizes),
                new Study("crossover", "1 to 3 points", crossovers),
                new Study("mutation", "1 none, 2 1/n, 3 4/n", mutations));
    }

    private static String share(Study study, String search) {
        return study.name() + " " + search + " share";
    }

    private static String found(Study study, String search) {
        return study.name() + " " + search + " found";
    }

    @Override
    public PlannedRuns plannedRuns() {
        return SinghSweep.RUNS;
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        List<Cell<Measures>> cells = new ArrayList<>();
        for (int run = 0; run < runs(options); run++) {
            long seed = Options.runSeed(options.seed(), run);
            cells.add(new Cell<>(MeasuredRuns.key(GROUP, run), () -> measure(options, seed)));
        }
        return cells;
    }

    private static Measures measure(Options options, long seed) {
        Planning planning = SinghSlotProblem.planning(seed, SlotSchedulers.HEFT);
        Map<String, Double> measures = new HashMap<>();
        for (Study study : studies(options, seed)) {
            Map<String, List<Candidate>> sets = new LinkedHashMap<>();
            study.searches()
                    .forEach((name, settings) -> sets.put(
                            name,
                            Search.MOGA
                                    .run(planning, settings, Watcher.NOBODY)
                                    .set()
                                    .candidates()));
            SinghShares.of(sets).forEach((name, share) -> measures.put(share(study, name), share));
            sets.forEach((name, set) -> measures.put(found(study, name), (double) set.size()));
        }
        return new Measures(measures);
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        SinghResults results = new SinghResults(byKey, runs(options));
        List<Study> studies = studies(options, options.seed());
        List<Panel> panels = new ArrayList<>();
        for (Study study : studies) {
            panels.add(panel(
                    results,
                    study,
                    "share",
                    "share of the plans that none dominates",
                    "%",
                    search -> share(study, search)));
            panels.add(panel(results, study, "found", "plans found", "plans", search -> found(study, search)));
        }
        return new Figure(
                ID,
                TITLE,
                "singh, section 3",
                SinghResults.settings(options, results.runs()),
                panels,
                List.of(
                        size(results, studies.get(0)),
                        crossover(results, studies.get(1)),
                        mutation(results, studies.get(2))),
                List.of(
                        "All searches of a study schedule the workflow equally often, so that none has an advantage but by its"
                                + " parameters. \"Diverse\" is read as: more plans that no other search's plan dominates."));
    }

    private static Panel panel(
            SinghResults results,
            Study study,
            String quantity,
            String title,
            String unit,
            UnaryOperator<String> measure) {
        List<Curve> curves = new ArrayList<>();
        int x = 1;
        for (String search : study.searches().keySet()) {
            curves.add(new Curve(
                    study.name() + ": " + search, List.of(results.point(x++, GROUP, measure.apply(search))), false));
        }
        return new Panel(quantity + "-" + study.name(), study.name() + ": " + title, study.axis(), unit, false, curves);
    }

    private static Paired better(SinghResults results, Study study, String one, String other) {
        return Paired.of(results.values(GROUP, share(study, one)), results.values(GROUP, share(study, other)));
    }

    private static String shares(SinghResults results, Study study) {
        return study.searches().keySet().stream()
                .map(search ->
                        String.format(Locale.ROOT, "%s %.0f%%", search, results.mean(GROUP, share(study, search))))
                .collect(Collectors.joining(", "));
    }

    private static Claim size(SinghResults results, Study study) {
        Paired difference = better(results, study, "population", "iterations");
        return new Claim(
                "The population size has a greater effect than the number of iterations.",
                WHERE,
                difference.above(0).verdict(),
                "twice the population, or twice the iterations, with as many schedules: "
                        + shares(results, study)
                        + "; difference "
                        + difference.words());
    }

    private static Claim crossover(SinghResults results, Study study) {
        Paired one = better(results, study, "2 points", "1 point");
        Paired three = better(results, study, "2 points", "3 points");
        return new Claim(
                "The 2 point crossover operator is more effective than a 1 point or a 3 point crossover operator.",
                WHERE,
                ComparisonFamily.of(one.above(0), three.above(0)).all(),
                shares(results, study) + "; differences " + one.words() + " and " + three.words());
    }

    private static Claim mutation(SinghResults results, Study study) {
        Paired difference = better(results, study, "1/n", "none");
        return new Claim(
                "Mutation with a probability of 1/n is helpful in finding a diverse set of Pareto-optimal solutions.",
                WHERE,
                difference.above(0).verdict(),
                shares(results, study) + "; difference to none " + difference.words());
    }
}
