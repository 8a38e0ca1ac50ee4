package dev.berth.lab.experiment.castillo;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.simulation.RunResult;
import dev.berth.lab.simulation.Simulation;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

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
        Options.SimulatedSystem system) {
    /** The book fills over the 14 days that jobs are booked ahead. */
    private static final double WARM_UP_DAYS = 17;

    List<Cell> cells() {
        return cells("", this::simulate);
    }

    /**
     * The same runs with opportunistic jobs beside the reservations, drawn from a seed of their own.
     *
     * @param suffix what tells their policies from those without, as {@link #curve} is asked for them
     */
    List<Cell> filledCells(String suffix) {
        return cells(suffix, this::fill);
    }

    private interface Run {
        RunResult of(String policy, Level level, double load, int number);
    }

    private List<Cell> cells(String suffix, Run work) {
        List<Cell> cells = new ArrayList<>();
        for (double load : loads) {
            for (int run = 0; run < runs; run++) {
                for (Level level : levels) {
                    for (String policy : policies) {
                        int number = run;
                        cells.add(new Cell(
                                key(policy + suffix, level, load, run), () -> work.of(policy, level, load, number)));
                    }
                }
            }
        }
        return cells;
    }

    private RunResult fill(String policy, Level level, double load, int run) {
        List<Pool> pools = level.pools(system.servers());
        int warmUp = warmUp(pools, load);
        Window span = Simulation.span(workload(pools, load, run), jobs, warmUp);
        long ownSeed = ~Options.runSeed(seed, run);
        return Simulation.filled(policy, pools, workload(pools, load, run), jobs, warmUp, span, ownSeed);
    }

    private static String key(String policy, Level level, double load, int run) {
        return String.join(" ", policy, level.name(), Double.toString(load), Integer.toString(run));
    }

    private RunResult simulate(String policy, Level level, double load, int run) {
        List<Pool> pools = level.pools(system.servers());
        int warmUp = warmUp(pools, load);
        Window span = Simulation.span(workload(pools, load, run), jobs, warmUp);
        return Simulation.run(policy, pools, workload(pools, load, run), jobs, warmUp, span);
    }

    /** Some 3,900 jobs at load 0.9; no more than half of a short run. */
    private int warmUp(List<Pool> pools, double load) {
        double perDay = load * CastilloWorkload.capacity(pools) * 24 / 5.6;
        return Math.min(jobs / 2, (int) (WARM_UP_DAYS * perDay));
    }

    private CastilloWorkload workload(List<Pool> pools, double load, int run) {
        return new CastilloWorkload(pools, load, system.slackHours(), system.deadlines(), Options.runSeed(seed, run));
    }

    Curve curve(
            String name,
            String policy,
            Level level,
            Map<String, RunResult> results,
            ToDoubleFunction<RunResult> quantity) {
        List<Point> points = new ArrayList<>();
        for (double load : loads) {
            double[] values = new double[runs];
            for (int run = 0; run < runs; run++) {
                RunResult result = results.get(key(policy, level, load, run));
                if (result == null) {
                    throw new IllegalArgumentException("no result for " + key(policy, level, load, run));
                }
                values[run] = quantity.applyAsDouble(result);
            }
            points.add(new Point(load, Statistics.estimate(values)));
        }
        return new Curve(name, points);
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
        return settings;
    }
}
