package dev.berth.lab.experiment.castillo;

import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.bound.OfflineBound;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.Fulfilment;
import dev.berth.lab.simulation.OpportunisticResult;
import dev.berth.lab.simulation.OverrunResult;
import dev.berth.lab.simulation.OverrunSimulation;
import dev.berth.lab.simulation.Simulation;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
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

    /** The book fills over the 14 days that jobs are booked ahead. */
    private static final double WARM_UP_DAYS = 17;

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

    LoadSweep atLoads(List<Double> others) {
        return new LoadSweep(policies, levels, others, runs, jobs, seed, system, bookAheadDays);
    }

    LoadSweep bookedAhead(double days) {
        return new LoadSweep(policies, levels, loads, runs, jobs, seed, system, days);
    }

    List<Cell<SimulationResult>> cells() {
        return cells("", this::simulate);
    }

    /**
     * The same runs with opportunistic jobs beside the reservations, drawn from a seed of their own.
     *
     * @param suffix what tells their policies from those without, as {@link CastilloResults} is asked for them
     */
    List<Cell<SimulationResult>> filledCells(String suffix) {
        return cells(suffix, this::fill);
    }

    /**
     * The same runs, whose reservations are followed to their end.
     *
     * @param suffix as above
     * @param schedulers what a policy of the sweep stands for
     */
    List<Cell<SimulationResult>> followedCells(String suffix, Function<String, BookPolicy> schedulers) {
        return cells(suffix, (policy, level, load, run) -> follow(schedulers.apply(policy), level, load, run));
    }

    /**
     * The same runs by a warm machine: the first run of a policy is preceded by one that is thrown away, so that the time
     * of the others is not that of a program that is still being compiled.
     */
    List<Cell<SimulationResult>> timedCells() {
        Map<String, SimulationResult> warm = new ConcurrentHashMap<>();
        return cells("", (policy, level, load, run) -> {
            warm.computeIfAbsent(policy, cold -> simulate(cold, level, WARMING_LOAD, run));
            return simulate(policy, level, load, run);
        });
    }

    /** The bound of each level, load and run: no policy changes it, so it has cells of its own. */
    List<Cell<SimulationResult>> boundCells() {
        return new LoadSweep(List.of(BOUND), levels, loads, runs, jobs, seed, system, bookAheadDays)
                .cells("", this::bound);
    }

    private interface Run {
        SimulationResult of(String policy, Level level, double load, int number);
    }

    private List<Cell<SimulationResult>> cells(String suffix, Run work) {
        List<Cell<SimulationResult>> cells = new ArrayList<>();
        // Run by run, so that what an unfinished sweep has kept covers all loads.
        for (int run = 0; run < runs; run++) {
            for (double load : loads) {
                for (Level level : levels) {
                    for (String policy : policies) {
                        int number = run;
                        cells.add(new Cell<>(
                                key(policy + suffix, level, load, run), () -> work.of(policy, level, load, number)));
                    }
                }
            }
        }
        return cells;
    }

    private SimulationResult fill(String policy, Level level, double load, int run) {
        List<Pool> pools = level.pools(system.servers());
        int warmUp = warmUp(pools, load);
        Window span = Simulation.span(workload(pools, load, run), jobs, warmUp);
        long ownSeed = ~Options.runSeed(seed, run);
        return Simulation.filled(policy, pools, workload(pools, load, run), jobs, warmUp, span, ownSeed);
    }

    static String key(String policy, Level level, double load, int run) {
        return String.join(" ", policy, level.name(), Double.toString(load), Integer.toString(run));
    }

    private SimulationResult simulate(String policy, Level level, double load, int run) {
        List<Pool> pools = level.pools(system.servers());
        int warmUp = warmUp(pools, load);
        Window span = Simulation.span(workload(pools, load, run), jobs, warmUp);
        return Simulation.run(policy, pools, workload(pools, load, run), jobs, warmUp, span);
    }

    /** The same run with jobs that take longer than they booked, drawn from a seed of their own. */
    OverrunResult overrun(String policy, OverrunPolicy way, Level level, double load, int run) {
        List<Pool> pools = level.pools(system.servers());
        int warmUp = warmUp(pools, load);
        Window span = Simulation.span(workload(pools, load, run), jobs, warmUp);
        long ownSeed = ~Options.runSeed(seed, run);
        return OverrunSimulation.run(policy, way, pools, workload(pools, load, run), jobs, warmUp, span, ownSeed);
    }

    private SimulationResult follow(BookPolicy scheduler, Level level, double load, int run) {
        List<Pool> pools = level.pools(system.servers());
        int warmUp = warmUp(pools, load);
        Window span = Simulation.span(workload(pools, load, run), jobs, warmUp);
        return Simulation.followed(scheduler, pools, workload(pools, load, run), jobs, warmUp, span);
    }

    /**
     * Bound that no scheduler can beat, as the loss of a policy of this name. It covers the jobs that are ready within the
     * measured span. Jobs submitted in the span may be ready up to 14 days after its end, when demand declines, and a
     * scheduler that knew the end would find room there.
     */
    private SimulationResult bound(String policy, Level level, double load, int run) {
        long cpu = Simulation.cpuNanos();
        List<Pool> pools = level.pools(system.servers());
        Window span = Simulation.span(workload(pools, load, run), jobs, warmUp(pools, load));
        List<Arrival> ready = Stream.generate(workload(pools, load, run)::next)
                .limit(jobs)
                .filter(arrival ->
                        arrival.job().ready() >= span.start() && arrival.job().ready() < span.end())
                .toList();
        OfflineBound bound = OfflineBound.of(pools, ready, OfflineBound.INTERVAL);
        return new SimulationResult(
                Simulation.share(bound.impossible(), bound.asked()),
                Simulation.share(bound.rejected(), bound.asked()),
                0,
                0,
                bound.loss(),
                (Simulation.cpuNanos() - cpu) / 1e9,
                0,
                OpportunisticResult.NONE,
                Fulfilment.UNKNOWN,
                List.of());
    }

    /** Some 3,900 jobs at load 0.9; no more than half of a short run. */
    private int warmUp(List<Pool> pools, double load) {
        double perDay = load * CastilloWorkload.capacity(pools) * 24 / 5.6;
        return Math.min(jobs / 2, (int) (WARM_UP_DAYS * perDay));
    }

    private CastilloWorkload workload(List<Pool> pools, double load, int run) {
        return new CastilloWorkload(
                pools, load, system.slackHours(), system.deadlines(), bookAheadDays, Options.runSeed(seed, run));
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
