package dev.berth.lab.experiment.castillo;

import dev.berth.engine.model.OverrunPolicy;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.experiment.TimedRun;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.OverrunResult;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Castillo's workload over a range of loads, under some policies at some levels. All policies and levels see the same
 * random numbers: run r of a load has one seed for all.
 *
 * @param policies as the book knows them
 */
record LoadSweep(
        List<String> policies,
        List<Level> levels,
        List<Double> loads,
        int runs,
        int jobs,
        long seed,
        Options.SimulatedSystem system,
        double bookAheadDays) {
    /** Number of runs: the paper's at its scale, enough for a family of comparisons at the other. */
    static final PlannedRuns RUNS = new PlannedRuns(
            2,
            10,
            30,
            "at scale paper the thirty of a batch (section VII); at scale quick ten, because with three runs Holm's"
                    + " correction for 24 comparisons decides nothing below 22 standard errors, and with ten it takes 4.3");

    private static final double WARMING_LOAD = 0.9;

    /** Name used in place of a policy for the offline bound, which no scheduler can beat. */
    static final String BOUND = "offline-bound";

    private static final List<Double> LOADS = List.of(0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2);
    /** Loads from nearly no loss to far more work than the servers can do. */
    private static final List<Double> WIDE_LOADS = List.of(0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5, 2.0, 3.0);

    private static final List<Double> FEW_LOADS = List.of(0.6, 0.9, 1.2);

    /** With the user's policies, and the user's levels and loads in the place of the figure's. */
    static LoadSweep of(Options options, List<String> policies, List<Level> levels) {
        return of(options, policies, levels, LOADS);
    }

    /** With the policies of the paper where they differ most. */
    static LoadSweep ofThePaper(Options options) {
        return of(options, List.of("ff-hu", "ff-ha", new CastilloReading(options).plus()), List.of(Level.L4));
    }

    /** The same from low to high loads, as the paper uses these words. */
    static LoadSweep wide(Options options, List<String> policies, List<Level> levels) {
        return of(options, policies, levels, WIDE_LOADS);
    }

    private static LoadSweep of(Options options, List<String> policies, List<Level> levels, List<Double> loads) {
        List<Level> ownLevels = options.system().levels();
        List<Double> ownLoads = options.system().loads();
        return new LoadSweep(
                Stream.concat(policies.stream(), options.policies().stream())
                        .distinct()
                        .toList(),
                ownLevels.isEmpty() ? levels : ownLevels,
                !ownLoads.isEmpty() ? ownLoads : options.scale() == Scale.SMOKE ? FEW_LOADS : loads,
                options.runs(RUNS),
                options.jobsOr(3_000, 20_000, 1_000_000),
                options.seed(),
                options.system(),
                CastilloReading.AHEAD.number(options));
    }

    /** The same of these policies alone. */
    LoadSweep of(List<String> others) {
        return new LoadSweep(others, levels, loads, runs, jobs, seed, system, bookAheadDays);
    }

    LoadSweep atLoads(List<Double> others) {
        return new LoadSweep(policies, levels, others, runs, jobs, seed, system, bookAheadDays);
    }

    LoadSweep bookedAhead(double days) {
        return new LoadSweep(policies, levels, loads, runs, jobs, seed, system, days);
    }

    List<Cell<SimulationResult>> cells() {
        return cells("", this::run);
    }

    /**
     * The same runs with opportunistic jobs beside the reservations, drawn from a seed of their own.
     *
     * @param suffix what tells their policies from those without, as {@link CastilloResults} is asked for them
     */
    List<Cell<SimulationResult>> filledCells(String suffix) {
        return cells(suffix, (policy, level, load, run) -> run(policy, level, load, run)::filled);
    }

    /**
     * The same runs, whose reservations are followed to their end.
     *
     * @param suffix as above
     * @param schedulers what a policy of the sweep stands for
     */
    List<Cell<SimulationResult>> followedCells(String suffix, Function<String, BookPolicy> schedulers) {
        return cells(
                suffix,
                (policy, level, load, run) ->
                        new LoadRun.Followed(run(policy, level, load, run), schedulers.apply(policy)));
    }

    /**
     * The same runs by a warm machine: the first run of a policy is preceded by one that is thrown away, so that the time
     * of the others is not that of a program that is still being compiled.
     */
    List<Cell<SimulationResult>> timedCells() {
        Map<String, SimulationResult> warm = new ConcurrentHashMap<>();
        return cells(
                "",
                (policy, level, load, run) -> new TimedRun<>(
                        run(policy, level, load, run),
                        () -> warm.computeIfAbsent(
                                policy,
                                cold -> run(cold, level, WARMING_LOAD, run).get())));
    }

    /** The bound of each level, load and run: no policy changes it, so it has cells of its own. */
    List<Cell<SimulationResult>> boundCells() {
        return of(List.of(BOUND)).cells();
    }

    private interface Work {
        Supplier<SimulationResult> of(String policy, Level level, double load, int number);
    }

    private List<Cell<SimulationResult>> cells(String suffix, Work work) {
        List<Cell<SimulationResult>> cells = new ArrayList<>();
        // Run by run, so that what an unfinished sweep has kept covers all loads.
        for (int run = 0; run < runs; run++) {
            for (double load : loads) {
                for (Level level : levels) {
                    for (String policy : policies) {
                        cells.add(
                                new Cell<>(key(policy + suffix, level, load, run), work.of(policy, level, load, run)));
                    }
                }
            }
        }
        return cells;
    }

    static String key(String policy, Level level, double load, int run) {
        return String.join(" ", policy, level.name(), Double.toString(load), Integer.toString(run));
    }

    /** A run of a policy, or the bound. */
    private LoadRun run(String policy, Level level, double load, int number) {
        return new LoadRun(policy, level, load, jobs, Options.runSeed(seed, number), system, bookAheadDays);
    }

    /** The same run with jobs that take longer than they booked, drawn from a seed of their own. */
    OverrunResult overrun(String policy, OverrunPolicy way, Level level, double load, int number) {
        return run(policy, level, load, number).overrun(way);
    }

    /** The name of a curve: with its level, if there are several. */
    String name(String policy, Level level) {
        String shown = CastilloReading.shown(policy);
        return levels.size() == 1 ? shown : shown + " " + level.name();
    }

    Map<String, String> settings(Options options) {
        Map<String, String> settings = options.settings();
        settings.put("runs a point", Integer.toString(runs));
        settings.put("jobs a run", Integer.toString(jobs));
        settings.put("servers", system.servers() + " in equal pools");
        settings.put(
                "deadline",
                (system.deadlines() == Deadline.LITERAL ? "ready" : "ready + size") + " + uniform(0, "
                        + system.slackHours() + " h)");
        settings.put("levels", levels.toString());
        settings.put("book-ahead", bookAheadDays == 0 ? "none" : "uniform up to " + bookAheadDays + " days");
        return settings;
    }
}
