package dev.berth.lab.experiment.federation;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Results;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.FederatedResult;
import dev.berth.lab.simulation.FederatedSimulation;
import dev.berth.lab.simulation.Simulation;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Castillo's workload over a range of loads, on the same servers as one site and as several; run r of a load has one seed for all. */
record FederationSweep(Level level, List<Double> loads, int runs, int jobs, Options options) {
    /** Number of runs: as for castillo's figures, whose workload this is. */
    static final PlannedRuns RUNS = new PlannedRuns(
            2, 10, 30, "as for castillo's figures, whose workload this is: thirty at scale paper, ten at scale quick");

    /** The book fills over the 14 days that jobs are booked ahead. */
    private static final double WARM_UP_DAYS = 17;

    private static final List<Double> LOADS = List.of(0.6, 0.8, 0.9, 1.0, 1.2);
    private static final List<Double> FEW_LOADS = List.of(0.6, 0.9, 1.2);

    static FederationSweep of(Options options) {
        List<Level> levels = options.system().levels();
        List<Double> loads = options.system().loads();
        return new FederationSweep(
                levels.isEmpty() ? Level.L4 : levels.getLast(),
                !loads.isEmpty() ? loads : options.scale() == Scale.SMOKE ? FEW_LOADS : LOADS,
                options.runs(RUNS),
                options.jobsOr(2_000, 20_000, 1_000_000),
                options);
    }

    List<Cell<FederatedResult>> cells() {
        List<Cell<FederatedResult>> cells = new ArrayList<>();
        for (double load : loads) {
            for (int run = 0; run < runs; run++) {
                for (Way way : Way.all()) {
                    int number = run;
                    cells.add(new Cell<>(key(way, load, run), () -> simulate(way, load, number)));
                }
            }
        }
        return cells;
    }

    private static String key(Way way, double load, int run) {
        return String.join(" ", way.name(), Double.toString(load), Integer.toString(run));
    }

    private FederatedResult simulate(Way way, double load, int run) {
        List<Pool> pools = level.pools(options.system().servers());
        double perDay = load * CastilloWorkload.capacity(pools) * 24 / 5.6;
        int warmUp = Math.min(jobs / 2, (int) (WARM_UP_DAYS * perDay));
        Window span = Simulation.span(workload(pools, load, run), jobs, warmUp);
        return FederatedSimulation.run(
                BookPolicy.asPromised(Calendars.DEFAULT).startingEarly(),
                FederatedSimulation.split(pools, way.sites()),
                way.preference(),
                workload(pools, load, run),
                jobs,
                warmUp,
                span,
                ~Options.runSeed(options.seed(), run));
    }

    private CastilloWorkload workload(List<Pool> pools, double load, int run) {
        Options.SimulatedSystem system = options.system();
        return new CastilloWorkload(
                pools, load, system.slackHours(), system.deadlines(), Options.runSeed(options.seed(), run));
    }

    Map<String, String> settings() {
        Map<String, String> settings = options.settings();
        settings.put("runs a point", Integer.toString(runs));
        settings.put("jobs a run", Integer.toString(jobs));
        settings.put("servers", options.system().servers() + " in all, divided evenly");
        settings.put("level", level.toString());
        settings.put("policy of each site", Calendars.DEFAULT + ", with early starts");
        return settings;
    }

    /** Results of the sweep. */
    record Measured(FederationSweep sweep, Results<FederatedResult> results) {
        Curve curve(Way way, ToDoubleFunction<FederatedResult> quantity) {
            List<Point> points = sweep.loads.stream()
                    .map(load -> new Point(load, Statistics.estimate(values(way, load, quantity))))
                    .toList();
            return new Curve(way.name(), points, true, way.twin());
        }

        double mean(Way way, double load, ToDoubleFunction<FederatedResult> quantity) {
            return Statistics.estimate(values(way, load, quantity)).mean();
        }

        double[] values(Way way, double load, ToDoubleFunction<FederatedResult> quantity) {
            return results.values(sweep.runs, run -> key(way, load, run), quantity);
        }

        /** How much more of a quantity one way has than another, run by run. */
        Paired more(Way way, Way than, double load, ToDoubleFunction<FederatedResult> quantity) {
            return Paired.of(values(way, load, quantity), values(than, load, quantity));
        }
    }
}
