package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.OpenParameter.Range;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Trials in several cases, each case under a name; run r of all cases has the same jobs of others where it can. */
record SinghSweep(int runs, long seed, List<Double> alphas, Map<String, Search> ways, SearchSettings settings) {
    /** Number of submissions, that of section 5; for section 3 the paper states none, and ours is the same. */
    static final PlannedRuns RUNS = new PlannedRuns(
            2,
            16,
            50,
            "at scale paper fifty, as often as section 5 submits its workflow; for sections 3 and 6 the paper states no number, and"
                    + " ours is the same; at scale quick sixteen, for a look");

    /** Search that finds the plans of Figures 9 to 12. */
    static final OpenParameter SEARCH = OpenParameter.choice(
            "search",
            "how plans are found: by Berth's search, or by the paper's MOGA with as many schedules",
            "berth",
            "moga");

    /** How long the search is. */
    static final OpenParameter BUDGET = OpenParameter.number(
            "budget", "schedules that a search may make, as a share of the usual", new Range(0.01, 100), 1, 0.25, 4);

    /** Parameters of the search. */
    static final List<OpenParameter> PARAMETERS = List.of(SEARCH, BUDGET);

    /** The plans of the search that is set, whichever it is, under one name. */
    static Map<String, Search> ways(Options options) {
        return Map.of(SinghTrial.BERTH, SEARCH.of(options).equals("berth") ? Search.SEEDED : Search.MOGA);
    }

    static SinghSweep of(Options options, List<Double> alphas, Map<String, Search> ways) {
        SearchSettings settings = switch (options.scale()) {
            case SMOKE -> settings(options, 10, 5);
            case QUICK -> settings(options, 20, 20);
            case PAPER -> settings(options, 50, 50);
        };
        return new SinghSweep(options.runs(RUNS), options.seed(), alphas, ways, settings);
    }

    /** Population and iterations grow alike. */
    private static SearchSettings settings(Options options, int population, int iterations) {
        double side = Math.sqrt(BUDGET.number(options));
        return SearchSettings.of(
                Math.max(2, (int) Math.round(side * population)),
                Math.max(1, (int) Math.round(side * iterations)),
                options.seed());
    }

    /** The paper's parameters for CyberShake. */
    SinghSweep tenByTen(Options options) {
        return new SinghSweep(runs, seed, alphas, ways, settings(options, 10, 10));
    }

    List<Cell<Measures>> cells(Map<String, SinghTrial> cases) {
        List<Cell<Measures>> cells = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            int number = run;
            cases.forEach((name, trial) -> cells.add(new Cell<>(
                    MeasuredRuns.key(name, number), () -> trial.run(number, runs, seed, alphas, ways, settings))));
        }
        return cells;
    }
}
