package dev.berth.lab.experiment.logs;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.simulation.JobFeed;
import dev.berth.lab.simulation.Simulation;
import dev.berth.lab.workload.LublinJobs;
import dev.berth.lab.workload.RigidJob;
import dev.berth.lab.workload.swf.Trace;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Runs of logs whose jobs get a book-ahead and a slack, which logs do not know. A run is a draw of both, the same for all that is
 * compared in it.
 */
record LogSweep(List<Trace> logs, List<LogWay> ways, int jobs, int runs, boolean fixedSlack, Options options) {
    static final PlannedRuns RUNS = new PlannedRuns(
            2,
            5,
            5,
            "a run is a draw of book-ahead and slack for all jobs of a log; five tell differences of a hundredth of a loss, because"
                    + " what is compared has the same draws");

    static final OpenParameter SLACK = OpenParameter.choice(
            "slack",
            "the slack of a job, which logs do not know: drawn uniformly up to the hours of its cell, or these hours for all jobs",
            "drawn",
            "fixed");

    static final OpenParameter ADMISSION = OpenParameter.choice(
            "admission",
            "who may move to make room for a job under the policies that are judged",
            Admissions.OF_NEW_SITES,
            Admissions.DEFAULT,
            "replan");

    static final String EARLIEST = "earliest";
    static final String LEVEL = "level";

    static final String LOSS = "loss";
    static final String MOVED = "moved";

    private static final int HOUR = 3_600;
    private static final int PROCESSORS = 128;
    private static final double LOAD = 0.8;
    private static final int SYNTHETIC_JOBS = 20_000;
    private static final int ALL_JOBS = Integer.MAX_VALUE;

    static LogSweep of(Options options) {
        return new LogSweep(
                options.traces().isEmpty() ? List.of(synthetic(options.seed())) : options.traces(),
                ways(options),
                options.jobsOr(300, 5_000, ALL_JOBS),
                options.runs(RUNS),
                SLACK.of(options).equals("fixed"),
                options);
    }

    private static Trace synthetic(long seed) {
        List<RigidJob> jobs = new ArrayList<>(SYNTHETIC_JOBS);
        LublinJobs drawn = new LublinJobs(PROCESSORS, LOAD, seed);
        for (int i = 0; i < SYNTHETIC_JOBS; i++) {
            jobs.add(drawn.next());
        }
        return new Trace("synthetic", PROCESSORS, jobs);
    }

    /** The two that are compared with, then each policy that is judged. */
    private static List<LogWay> ways(Options options) {
        Set<LogWay> ways = new LinkedHashSet<>();
        ways.add(LogWay.asPromised(EARLIEST, Admissions.DEFAULT));
        ways.add(LogWay.asPromised(LEVEL, Admissions.DEFAULT));
        Stream.concat(Stream.of(Calendars.DEFAULT), options.policies().stream()).forEach(policy -> {
            boolean compared = policy.equals(EARLIEST) || policy.equals(LEVEL);
            String admission = compared ? Admissions.DEFAULT : ADMISSION.of(options);
            ways.add(LogWay.asPromised(policy, admission));
            ways.add(LogWay.early(policy, admission));
        });
        return List.copyOf(ways);
    }

    List<LogCell> places() {
        return logs.stream().flatMap(LogCell::of).toList();
    }

    List<Cell<Measures>> cells() {
        List<Cell<Measures>> cells = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            for (LogCell place : places()) {
                for (LogWay way : ways) {
                    int number = run;
                    cells.add(new Cell<>(MeasuredRuns.key(group(place, way), run), () -> measures(place, way, number)));
                }
            }
        }
        return cells;
    }

    static String group(LogCell place, LogWay way) {
        return way.key() + " " + place.key();
    }

    private Measures measures(LogCell place, LogWay way, int run) {
        SplittableRandom random = new SplittableRandom(Options.runSeed(options.seed(), run));
        SplittableRandom aheads = random.split();
        SplittableRandom slacks = random.split();
        JobFeed feed = new JobFeed(
                way.scheduler(), List.of(new Pool("machine", place.log().processors(), "1")));
        long[] moved = new long[1];
        feed.watch(event ->
                moved[0] += event instanceof Event.Moved e ? e.reservations().size() : 0);
        double asked = 0;
        double lost = 0;
        long accepted = 0;
        List<RigidJob> all = place.log().jobs();
        for (RigidJob each : all.subList(0, Math.min(jobs, all.size()))) {
            long drawn = slacks.nextLong((long) place.slack() * HOUR + 1);
            Job job = job(
                    each,
                    each.submit() + aheads.nextLong((long) place.ahead() * HOUR + 1),
                    fixedSlack ? (long) place.slack() * HOUR : drawn,
                    way.early());
            double work = JobFeed.work(job);
            asked += work;
            feed.advance(each.submit());
            if (feed.ask(new Command.Reserve(job)) instanceof Decision.Accepted) {
                accepted++;
            } else {
                lost += work;
            }
        }
        return new Measures(
                Map.of(LOSS, Simulation.share(lost, asked), MOVED, Simulation.share((double) moved[0], (double)
                        Math.max(1, accepted))));
    }

    private static Job job(RigidJob each, long ready, long slack, boolean early) {
        return new Job(
                new JobId("job"),
                "",
                ready,
                ready + each.runTime() + slack,
                new Shape.Rigid(each.processors(), new Work(each.runTime())),
                Requirements.NONE,
                early ? Terms.WHEN_FREE : Terms.NONE);
    }

    Map<String, String> settings() {
        Map<String, String> settings = options.settings();
        settings.put("runs a point", Integer.toString(runs));
        settings.put("jobs a run", jobs == ALL_JOBS ? "all of the log" : "the first " + jobs);
        settings.put("book-ahead", "drawn uniformly up to the hours of the cell");
        settings.put("slack", (fixedSlack ? "" : "drawn uniformly up to ") + "the hours of the cell");
        settings.put("admission", ADMISSION.of(options));
        for (Trace log : logs) {
            settings.put(
                    log.label(), "%d jobs, %d processors".formatted(log.jobs().size(), log.processors()));
        }
        return settings;
    }
}
