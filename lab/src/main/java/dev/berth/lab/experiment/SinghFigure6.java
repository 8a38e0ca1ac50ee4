package dev.berth.lab.experiment;

import static dev.berth.lab.experiment.SinghResults.format;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.simulation.RunResult;
import dev.berth.provision.plan.SlotScheduler;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.ParetoSet;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.Watcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Figure 6 of singh: of the plans that no plan of any scheduler dominates, how many come from which scheduler. */
final class SinghFigure6 implements Experiment {
    private static final String ID = "singh-fig6";
    private static final String TITLE = "Non-dominated plans by scheduler";
    private static final String GROUP = "schedulers";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public List<Cell> cells(Options options) {
        List<Cell> cells = new ArrayList<>();
        for (int run = 0; run < SinghSlotProblem.runs(options); run++) {
            long seed = options.seed() * 1_000_003 + run;
            cells.add(new Cell(ZhaoResults.key(GROUP, run), () -> measure(options, seed)));
        }
        return cells;
    }

    private static String share(String scheduler) {
        return scheduler + " share";
    }

    private static String found(String scheduler) {
        return scheduler + " found";
    }

    private static RunResult measure(Options options, long seed) {
        Map<String, List<Candidate>> byScheduler = new HashMap<>();
        List<Candidate> all = new ArrayList<>();
        Map<String, Double> measures = new HashMap<>();
        for (SlotScheduler scheduler : SlotScheduler.ALL) {
            List<Candidate> own = Search.MOGA
                    .run(SinghSlotProblem.planning(seed, scheduler), SinghSlotProblem.search(options, seed), Watcher.NOBODY)
                    .set()
                    .candidates();
            byScheduler.put(scheduler.name(), own);
            measures.put(found(scheduler.name()), (double) own.size());
            all.addAll(own);
        }
        // Two schedulers may have found the same pair; it then counts for both.
        List<Candidate> best = ParetoSet.of(all).candidates();
        double sum = 0;
        for (SlotScheduler scheduler : SlotScheduler.ALL) {
            double count = byScheduler.getOrDefault(scheduler.name(), List.of()).stream()
                    .filter(candidate -> best.stream().noneMatch(other -> other.dominates(candidate)))
                    .count();
            measures.put(share(scheduler.name()), count);
            sum += count;
        }
        double whole = Math.max(1, sum);
        SlotScheduler.ALL.forEach(
                scheduler -> measures.computeIfPresent(share(scheduler.name()), (name, count) -> 100 * count / whole));
        return RunResult.of(measures);
    }

    @Override
    public Figure figure(Options options, Map<String, RunResult> byKey) {
        SinghResults results = new SinghResults(byKey, SinghSlotProblem.runs(options));
        List<Curve> shares = new ArrayList<>();
        List<Curve> counts = new ArrayList<>();
        for (int k = 0; k < SlotScheduler.ALL.size(); k++) {
            String name = SlotScheduler.ALL.get(k).name();
            shares.add(new Curve(name, List.of(new Point(k + 1, results.estimate(GROUP, share(name)))), false));
            counts.add(new Curve(name, List.of(new Point(k + 1, results.estimate(GROUP, found(name)))), false));
        }
        double heft = results.mean(GROUP, share("heft"));
        boolean most = SlotScheduler.ALL.stream()
                .map(SlotScheduler::name)
                .filter(name -> !name.equals("heft"))
                .allMatch(name -> results.mean(GROUP, share(name)) < heft);
        return new Figure(
                ID,
                TITLE,
                "singh, figure 6",
                SinghResults.settings(options, results.runs()),
                List.of(
                        new Panel("share", "share of the non-dominated plans", axis(), "%", false, shares),
                        new Panel("found", "plans found by each scheduler alone", axis(), "plans", false, counts)),
                List.of(
                        new Claim(
                                "Most of the non-dominated solutions were found using HEFT.",
                                "section 3, figure 6",
                                most,
                                shares(results)),
                        new Claim(
                                "All the schedulers found a similar number of solutions.",
                                "section 3",
                                similar(results),
                                SlotScheduler.ALL.stream()
                                        .map(one -> format(
                                                "%s %.1f", one.name(), results.mean(GROUP, found(one.name()))))
                                        .collect(Collectors.joining(", ", "in the mean ", "")))),
                List.of("\"Similar\" is read as: the most are at most twice the fewest."));
    }

    private static boolean similar(SinghResults results) {
        var counts = SlotScheduler.ALL.stream()
                .mapToDouble(one -> results.mean(GROUP, found(one.name())))
                .summaryStatistics();
        return counts.getMax() <= 2 * counts.getMin();
    }

    private static String shares(SinghResults results) {
        return SlotScheduler.ALL.stream()
                .map(one -> format("%s %.0f%%", one.name(), results.mean(GROUP, share(one.name()))))
                .collect(Collectors.joining(", "));
    }

    private static String axis() {
        return "1 heft, 2 greedy, 3 min-min, 4 max-min";
    }
}
