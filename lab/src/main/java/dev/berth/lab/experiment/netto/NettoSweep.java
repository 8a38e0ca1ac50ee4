package dev.berth.lab.experiment.netto;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Pool;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Options;
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
 */
record NettoSweep(int runs, int jobs, long seed, @Nullable Trace trace, boolean bothSides) {
    private static final int ALL_JOBS = Integer.MAX_VALUE;

    static NettoSweep of(Options options) {
        Trace trace = options.trace();
        int wanted = options.runsOr(3, 6, 48);
        return new NettoSweep(
                trace == null ? wanted : Math.min(wanted, intervals(trace).size()),
                options.jobsOr(400, ALL_JOBS, ALL_JOBS),
                options.seed(),
                trace,
                NettoFigure.SIDES.of(options).equals("both"));
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
        List<Submission> submissions = new ArrayList<>();
        new NettoWorkload(interval.subList(0, Math.min(jobs, interval.size())), one.setting(), bothSides, runSeed)
                .forEachRemaining(submissions::add);
        return NettoSimulation.run(one.rules(), List.of(new Pool("machine", processors(), "1")), submissions);
    }

    Map<String, String> settings(Options options) {
        Map<String, String> settings = options.settings();
        settings.put("runs a point", runs + " intervals of 15 days");
        settings.put("jobs a run", jobs == ALL_JOBS ? "all of a minute or more" : "the first " + jobs);
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
