package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Parameter;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Trials in several cases, each case under a name; run r of all cases has the same jobs of others where it can. */
record SinghSweep(int runs, long seed, List<Double> alphas, Map<String, Search> ways, Settings settings) {
    /** Search that finds the plans of Figures 9 to 12. */
    static final Parameter SEARCH = Parameter.choice(
            "search",
            "how plans are found: by Berth's search, or by the paper's MOGA with as many schedules",
            "berth",
            "moga");

    /** The plans of the search that is set, whichever it is, under one name. */
    static Map<String, Search> ways(Options options) {
        return Map.of(SinghTrial.BERTH, SEARCH.of(options).equals("berth") ? Search.SEEDED : Search.MOGA);
    }

    static SinghSweep of(Options options, List<Double> alphas, Map<String, Search> ways) {
        Settings settings = switch (options.scale()) {
            case SMOKE -> Settings.of(10, 5, options.seed());
            case QUICK -> Settings.of(20, 20, options.seed());
            case PAPER -> Settings.of(50, 50, options.seed());
        };
        return new SinghSweep(options.runsOr(2, 16, 50), options.seed(), alphas, ways, settings);
    }

    /** The paper's parameters for CyberShake. */
    SinghSweep tenByTen() {
        return new SinghSweep(runs, seed, alphas, ways, Settings.of(10, 10, seed));
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
