package dev.berth.lab.experiment.recovery;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.Simulation;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.RigidJob;
import dev.berth.lab.workload.swf.Trace;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Jobs whose users do not use all they booked, over a range of loads; run r of a load has the same jobs and habits in all ways. */
record RecoverySweep(List<Double> loads, int runs, int jobs, Options options) {
    static final PlannedRuns RUNS = new PlannedRuns(
            2,
            5,
            20,
            "five at scale quick because runs of one seed share jobs and habits, so that differences between ways vary little;"
                    + " four times as many at scale paper");

    private static final OpenParameter.Range SHARE = new OpenParameter.Range(0, 1);
    private static final OpenParameter.Range MINUTES = new OpenParameter.Range(1, 10_080);

    static final OpenParameter NO_SHOWS =
            OpenParameter.number("no-shows", "share of the jobs whose users never come", SHARE, 0.1, 0, 0.23);

    static final OpenParameter EARLY_ENDS = OpenParameter.number(
            "early-ends", "share of the jobs that end after a uniform share of their time, and say so", SHARE, 0.24, 0);

    static final OpenParameter IDLE_TAILS = OpenParameter.number(
            "idle-tails",
            "share of the jobs that are done after a uniform share of their time, and keep the servers",
            SHARE,
            0.12,
            0,
            0.24);

    static final OpenParameter NO_SHOW_AFTER = OpenParameter.number(
            "no-show-after", "minutes from the start after which a reservation that nobody uses ends", MINUTES, 30, 10);

    static final OpenParameter IDLE_AFTER = OpenParameter.number(
            "idle-after", "minutes without use after which a reservation ends", MINUTES, 60, 30, 120);

    static final OpenParameter FEE = OpenParameter.number(
            "fee",
            "what a no-show costs beyond the price of the booked time, as a share of it",
            new OpenParameter.Range(0, 100),
            1);

    static final OpenParameter ELASTICITY = OpenParameter.number(
            "elasticity",
            "an assumption: a fee multiplies the rate of no-shows by (1 + fee)^-elasticity; the others cancel in time",
            new OpenParameter.Range(0, 10),
            1,
            0.5);

    static final OpenParameter CANCEL_AHEAD = OpenParameter.number(
            "cancel-ahead",
            "hours before the promised start at which users cancel who fear the fee",
            new OpenParameter.Range(0, 336),
            24,
            4);

    static final OpenParameter STARTS = OpenParameter.choice(
            "starts",
            "whether jobs start when they were promised, as people come, or as soon as servers are free",
            "as-promised",
            "when-free");

    static final OpenParameter SERVERS =
            OpenParameter.number("size", "number of servers, all alike", new OpenParameter.Range(1, 1_000), 40);

    static final OpenParameter AHEAD = OpenParameter.number(
            "book-ahead",
            "up to how many days ahead jobs are booked",
            new OpenParameter.Range(0, 365),
            CastilloWorkload.BOOK_AHEAD_DAYS,
            1);

    static final List<OpenParameter> PARAMETERS = List.of(
            NO_SHOWS,
            EARLY_ENDS,
            IDLE_TAILS,
            NO_SHOW_AFTER,
            IDLE_AFTER,
            FEE,
            ELASTICITY,
            CANCEL_AHEAD,
            STARTS,
            SERVERS,
            AHEAD);

    private static final List<Double> LOADS = List.of(0.7, 0.9, 1.1);
    private static final List<Double> FEW_LOADS = List.of(0.9);
    private static final double MEAN_SIZE_HOURS = 5.6;
    /** The book fills over the 14 days that jobs are booked ahead. */
    private static final double WARM_UP_DAYS = 17;

    private static final long DAY = 24 * 3_600_000L;
    private static final long MINUTE = 60_000;

    static RecoverySweep of(Options options) {
        List<Double> own = options.system().loads();
        boolean one = options.scale() == Scale.SMOKE || options.trace() != null;
        // A log has the load it has; others are multiples of its arrivals.
        List<Double> usual = options.trace() != null ? List.of(1.0) : one ? FEW_LOADS : LOADS;
        return new RecoverySweep(
                own.isEmpty() ? usual : own, options.runs(RUNS), options.jobsOr(1_000, 6_000, 20_000), options);
    }

    List<Cell<Measures>> cells() {
        // Refused before anything runs.
        habits();
        List<Cell<Measures>> cells = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            for (double load : loads) {
                for (RecoveryWay way : RecoveryWay.ALL) {
                    int number = run;
                    cells.add(new Cell<>(MeasuredRuns.key(group(way, load), run), () -> simulate(way, load, number)));
                }
            }
        }
        return cells;
    }

    static String group(RecoveryWay way, double load) {
        return way.name() + " " + load;
    }

    private Habits habits() {
        return new Habits(
                NO_SHOWS.number(options),
                EARLY_ENDS.number(options),
                IDLE_TAILS.number(options),
                FEE.number(options),
                ELASTICITY.number(options));
    }

    private RecoverySimulation.Times times() {
        return new RecoverySimulation.Times(
                (long) (NO_SHOW_AFTER.number(options) * MINUTE), (long) (IDLE_AFTER.number(options) * MINUTE), (long)
                        (CANCEL_AHEAD.number(options) * 60 * MINUTE));
    }

    private List<Pool> pools() {
        Trace trace = options.trace();
        // At a lower rate many jobs could not be done by their deadlines even on an empty machine.
        int servers = trace == null ? (int) SERVERS.number(options) : trace.processors();
        return List.of(new Pool("machine", servers, "1"));
    }

    private Iterator<Arrival> workload(double load, int run) {
        long seed = Options.runSeed(options.seed(), run);
        double ahead = AHEAD.number(options);
        Options.SimulatedSystem system = options.system();
        Trace trace = options.trace();
        return trace == null
                ? new CastilloWorkload(pools(), load, system.slackHours(), system.deadlines(), ahead, seed)
                : new LogBookings(trace.jobs(), load, ahead, system.slackHours(), seed);
    }

    /** At most half of a short run. */
    private int warmUp(double load) {
        Trace trace = options.trace();
        double days = WARM_UP_DAYS;
        if (trace == null) {
            double perDay = load * CastilloWorkload.capacity(pools()) * 24 / MEAN_SIZE_HOURS;
            return Math.min(jobs / 2, (int) (days * perDay));
        }
        List<RigidJob> log = trace.jobs();
        long first = log.stream()
                .takeWhile(job -> job.submit() * 1_000 / load < days * DAY)
                .count();
        return (int) Math.min(Math.min(jobs, log.size()) / 2, first);
    }

    private Measures simulate(RecoveryWay way, double load, int run) {
        int warmUp = warmUp(load);
        Window span = Simulation.span(workload(load, run), jobs, warmUp);
        BookPolicy promised = BookPolicy.asPromised(Calendars.DEFAULT);
        List<Pool> pools = pools();
        Habits habits = habits();
        SplittableRandom random = new SplittableRandom(~Options.runSeed(options.seed(), run));
        return new RecoverySimulation(
                        way,
                        STARTS.of(options).equals(STARTS.usual()) ? promised : promised.startingEarly(),
                        pools,
                        () -> habits.draw(random),
                        habits.deterred(),
                        times(),
                        span)
                .run(workload(load, run), jobs, warmUp, CastilloWorkload.capacity(pools));
    }

    Map<String, String> settings() {
        Map<String, String> settings = options.settings();
        settings.put("runs a point", Integer.toString(runs));
        settings.put("jobs a run", Integer.toString(jobs));
        Trace trace = options.trace();
        settings.put(
                "servers", trace == null ? (int) SERVERS.number(options) + " alike" : trace.processors() + " alike");
        settings.put("workload", trace == null ? "castillo's" : trace + "; every run draws its own times and habits");
        settings.put("policy", Calendars.DEFAULT + ", jobs start " + STARTS.of(options));
        settings.put("slack", options.system().slackHours() + " hours");
        PARAMETERS.stream()
                .filter(each -> each.range() != null && !each.equals(SERVERS))
                .forEach(each -> settings.put(each.name(), each.of(options)));
        return settings;
    }

    /** Results of the sweep. */
    record Measured(RecoverySweep sweep, MeasuredRuns results) {
        double[] values(RecoveryWay way, double load, String measure) {
            return results.values(group(way, load), sweep.runs, measure);
        }

        double mean(RecoveryWay way, double load, String measure) {
            return Statistics.estimateOfKnown(values(way, load, measure)).mean();
        }

        /** Share of what is idle when nothing is given back that is used in this way, run by run. */
        double[] recovered(RecoveryWay way, double load) {
            double[] before = values(RecoveryWay.KEPT, load, RecoveryTally.USE);
            double[] idle = values(RecoveryWay.KEPT, load, RecoveryTally.IDLE);
            double[] after = values(way, load, RecoveryTally.USE);
            IntToDoubleFunction share = run -> idle[run] == 0 ? Double.NaN : (after[run] - before[run]) / idle[run];
            return IntStream.range(0, sweep.runs).mapToDouble(share).toArray();
        }

        Curve recovered(RecoveryWay way) {
            return curve(way, load -> recovered(way, load));
        }

        Curve curve(RecoveryWay way, String measure) {
            return curve(way, load -> values(way, load, measure));
        }

        private Curve curve(RecoveryWay way, DoubleFunction<double[]> values) {
            return new Curve(
                    way.name(),
                    sweep.loads.stream()
                            .map(load -> new Point(load, Statistics.estimateOfKnown(values.apply(load))))
                            .toList());
        }

        /** How much more of the idle time one way recovers than another, run by run. */
        Paired moreRecovered(RecoveryWay way, RecoveryWay than, double load) {
            return Paired.of(recovered(way, load), recovered(than, load));
        }

        Paired more(RecoveryWay way, RecoveryWay than, double load, String measure) {
            return Paired.of(values(way, load, measure), values(than, load, measure));
        }
    }
}
