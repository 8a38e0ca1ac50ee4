package dev.berth.lab.experiment.netto;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Pool;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.workload.RigidJob;
import dev.berth.lab.workload.swf.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Netto's workload in several settings. A run is an interval of 15 days: of the trace the one with the number of the run among those with jobs, of
 * the synthetic workload one with a seed of its own. Run r has the same jobs and the same random numbers in all settings.
 *
 * @param jobs at most this many of an interval
 * @param bothSides whether flexible intervals begin earlier as well as end later
 * @param pullsForward whether an early end pulls forward what may start
 * @param draws of deadlines, flexible users and run times for an interval; a run is their mean
 */
record NettoSweep(
        int runs, int jobs, long seed, @Nullable Trace trace, boolean bothSides, boolean pullsForward, int draws) {
    /** Number of runs; of a log at most those that it has. */
    static final PlannedRuns RUNS = new PlannedRuns(
            3,
            10,
            48,
            "the paper does not say how many intervals of 15 days it has; SDSC-SP2 has 48 whole ones, and scale quick takes ten:"
                    + " with six no sentence about nine steps was decided in its favour (decision 129)");

    /** Far enough apart that no draw has the seed of another interval. */
    private static final long BETWEEN_DRAWS = 0x9E3779B97F4A7C15L;

    private static final int ALL_JOBS = Integer.MAX_VALUE;

    static NettoSweep of(Options options) {
        Trace trace = options.trace();
        int wanted = options.runs(RUNS);
        return new NettoSweep(
                trace == null ? wanted : Math.min(wanted, intervals(trace).size()),
                options.jobsOr(400, ALL_JOBS, ALL_JOBS),
                options.seed(),
                trace,
                NettoFigure.SIDES.of(options).equals("both"),
                NettoFigure3.EARLY_ENDS.of(options).equals("pull-forward"),
                (int) NettoFigure.DRAWS.number(options));
    }

    /** Whole ones, and those without a job are none; a log that is shorter than one is one all the same. */
    private static List<List<RigidJob>> intervals(Trace trace) {
        int whole = (int) Math.max(1, trace.jobs().getLast().submit() / NettoWorkload.INTERVAL);
        List<List<RigidJob>> intervals = IntStream.range(0, whole)
                .mapToObj(number -> NettoWorkload.interval(trace.jobs(), number))
                .filter(interval -> !interval.isEmpty())
                .toList();
        if (intervals.isEmpty()) {
            throw new BadValue("trace", trace.name(), "must have a job that runs for a minute or more");
        }
        return intervals;
    }

    /** Runs with the same jobs are neighbours. */
    List<Cell<NettoRun>> cells(List<NettoCase> cases) {
        List<Cell<NettoRun>> cells = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            int number = run;
            for (NettoCase each : cases) {
                cells.add(new Cell<>(each.key(run), () -> simulate(each, number)));
            }
        }
        return cells;
    }

    private int processors() {
        return trace == null ? NettoWorkload.PROCESSORS : trace.processors();
    }

    private NettoRun simulate(NettoCase one, int run) {
        long runSeed = Options.runSeed(seed, run);
        List<RigidJob> interval = trace == null
                ? NettoWorkload.synthetic(runSeed)
                : intervals(trace).get(run);
        List<RigidJob> first = interval.subList(0, Math.min(jobs, interval.size()));
        List<NettoRun> all = new ArrayList<>();
        for (int draw = 0; draw < draws; draw++) {
            List<Submission> submissions = new ArrayList<>();
            new NettoWorkload(first, one.setting(), bothSides, runSeed + draw * BETWEEN_DRAWS)
                    .forEachRemaining(submissions::add);
            all.add(NettoSimulation.run(
                    one.rules().pullingForward(pullsForward),
                    List.of(new Pool("machine", processors(), "1")),
                    submissions));
        }
        return NettoRun.mean(all);
    }

    Map<String, String> settings(Options options) {
        Map<String, String> settings = options.settings();
        settings.put("runs a point", runs + " intervals of 15 days");
        settings.put("jobs a run", jobs == ALL_JOBS ? "all of a minute or more" : "the first " + jobs);
        if (draws > 1) {
            settings.put("draws an interval", draws + ", of which a run is the mean");
        }
        settings.put("processors", Integer.toString(processors()));
        if (trace != null) {
            settings.put("trace", trace.name());
            settings.put("jobs of the trace", Integer.toString(trace.jobs().size()));
        } else {
            settings.put("workload", "synthetic, after Lublin and Feitelson, load " + NettoWorkload.OFFERED_LOAD);
        }
        if (!options.policies().isEmpty()) {
            settings.put("policies", options.policies().stream().collect(Collectors.joining(", ")));
        }
        return settings;
    }
}
