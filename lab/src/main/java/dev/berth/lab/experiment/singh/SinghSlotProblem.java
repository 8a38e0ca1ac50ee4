package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotScheduler;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.ParetoSet;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchResult;
import dev.berth.provision.search.SearchSettings;
import dev.berth.provision.search.Watcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The problem of 124 slots and 100 tasks of 100 seconds (singh, section 3), solved. */
final class SinghSlotProblem {
    static final String GROUP = "slots";
    static final String FEASIBLE = "feasible";
    static final String PARETO = "pareto";
    static final String BERTH = "berth";
    static final List<Double> ALPHAS = List.of(0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0);
    private static final long MEAN_WORK = 100;

    private SinghSlotProblem() {}

    static int runs(Options options) {
        return options.runs(SinghSweep.RUNS);
    }

    static SearchSettings search(Options options, long seed) {
        return switch (options.scale()) {
            case SMOKE -> SearchSettings.of(20, 10, seed);
            case QUICK -> SearchSettings.of(100, 50, seed);
            case PAPER -> SearchSettings.of(100, 100, seed);
        };
    }

    static Planning planning(long seed, SlotScheduler scheduler) {
        return new Planning(
                new Provisioning(SinghApplication.draw(seed, MEAN_WORK, 1), SinghSlots.draw(seed), 0), scheduler);
    }

    static List<Cell<Measures>> cells(Options options) {
        List<Cell<Measures>> cells = new ArrayList<>();
        for (int run = 0; run < runs(options); run++) {
            long seed = Options.runSeed(options.seed(), run);
            cells.add(new Cell<>(MeasuredRuns.key(GROUP, run), () -> measure(options, seed)));
        }
        return cells;
    }

    private static Measures measure(Options options, long seed) {
        Planning planning = planning(seed, SlotSchedulers.HEFT);
        SearchResult moga = Search.MOGA.run(planning, search(options, seed), Watcher.NOBODY);
        SearchResult berth = Search.SEEDED.run(planning, search(options, seed), Watcher.NOBODY);
        Map<String, Double> measures = new HashMap<>();
        put(
                measures,
                FEASIBLE,
                moga.seen().stream().filter(Candidate::isFeasible).toList());
        put(measures, PARETO, moga.set().candidates());
        put(measures, BERTH, berth.set().candidates());
        putChoices(measures, PARETO, moga.set());
        putChoices(measures, BERTH, berth.set());
        return new Measures(measures);
    }

    private static void put(Map<String, Double> measures, String what, List<Candidate> candidates) {
        measures.put(count(what), (double) candidates.size());
        for (int k = 0; k < candidates.size(); k++) {
            measures.put(cost(what, k), candidates.get(k).cost().decimal().doubleValue());
            measures.put(makespan(what, k), (double) candidates.get(k).makespan());
        }
    }

    private static void putChoices(Map<String, Double> measures, String what, ParetoSet set) {
        for (double alpha : ALPHAS) {
            Candidate chosen = set.isEmpty() ? null : set.choose(alpha);
            measures.put(
                    chosenCost(what, alpha),
                    chosen == null ? Double.NaN : chosen.cost().decimal().doubleValue());
            measures.put(chosenMakespan(what, alpha), chosen == null ? Double.NaN : chosen.makespan());
            measures.put(value(what, alpha), chosen == null ? Double.NaN : set.value(chosen, alpha));
        }
    }

    static String count(String what) {
        return what + " count";
    }

    static String cost(String what, int k) {
        return what + " cost " + k;
    }

    static String makespan(String what, int k) {
        return what + " makespan " + k;
    }

    static String chosenCost(String what, double alpha) {
        return what + " chosen cost " + alpha;
    }

    static String chosenMakespan(String what, double alpha) {
        return what + " chosen makespan " + alpha;
    }

    /** Name of the measure for the value of Eq 9. */
    static String value(String what, double alpha) {
        return what + " value " + alpha;
    }
}
