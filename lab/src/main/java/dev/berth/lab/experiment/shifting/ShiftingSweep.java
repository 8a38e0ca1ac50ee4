package dev.berth.lab.experiment.shifting;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Prefer;
import dev.berth.engine.model.Reservation;
import dev.berth.lab.bound.ShiftingBound;
import dev.berth.lab.bound.ShiftingBound.Shifted;
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
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.JobFeed;
import dev.berth.lab.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Jobs under a curve of prices, over loads and slacks; run r of a load and a slack has one seed for all preferences. */
record ShiftingSweep(List<Double> loads, List<Double> slacks, int runs, int jobs, Options options) {
    static final PlannedRuns RUNS = new PlannedRuns(
            2,
            5,
            20,
            "five show differences of a few per cent, as they are paired; more for narrower intervals at scale paper");

    static final OpenParameter CHEAP = OpenParameter.number(
            "night", "price of the eight hours of a night, of that by day", new OpenParameter.Range(0, 1), 0.5, 0.8);

    static final OpenParameter SUBMITTED = OpenParameter.choice(
            "submitted", "when jobs are submitted: from 08:00 to 18:00, or at any hour", "by-day", "any-hour");

    static final OpenParameter SHAPE = OpenParameter.choice(
            "prices",
            "two prices, by day and by night; or one for each hour, cheap at noon and dear in the evening",
            "nights",
            "solar");

    static final List<OpenParameter> PARAMETERS = List.of(CHEAP, SUBMITTED, SHAPE);

    /** Price of an accepted server-hour, of the base price. */
    static final String PRICE = "price";
    /** The least that it could have cost, by the offline bound of the jobs that were accepted. */
    static final String BOUND = "bound";

    static final String LOSS = "loss";
    static final String WAIT = "wait";
    static final int SERVERS = 32;

    static final List<Double> LOADS = List.of(0.3, 0.5, 0.7, 0.9);
    static final List<Double> SLACKS = List.of(0.0, 6.0, 12.0, 24.0, 48.0);
    private static final List<Double> FEW_LOADS = List.of(0.5);
    private static final List<Double> FEW_SLACKS = List.of(0.0, 24.0);
    private static final PoolId POOL = new PoolId("pool");

    /** A way to choose windows. */
    enum Way {
        SOON("the earliest end (soon)", Prefer.SOON),
        POLICY("the policy of the site", null),
        CHEAP("the cheapest (cheap)", Prefer.CHEAP);

        private final String words;
        private final @Nullable Prefer prefer;

        Way(String words, @Nullable Prefer prefer) {
            this.words = words;
            this.prefer = prefer;
        }

        String words() {
            return words;
        }
    }

    static ShiftingSweep of(Options options) {
        List<Double> own = options.system().loads();
        boolean smoke = options.scale() == Scale.SMOKE;
        return new ShiftingSweep(
                !own.isEmpty() ? own : smoke ? FEW_LOADS : LOADS,
                smoke ? FEW_SLACKS : SLACKS,
                options.runs(RUNS),
                options.jobsOr(150, 1_000, 3_000),
                options);
    }

    List<Cell<Measures>> cells() {
        List<Cell<Measures>> cells = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            for (double load : loads) {
                for (double slack : slacks) {
                    for (Way way : Way.values()) {
                        int number = run;
                        cells.add(new Cell<>(
                                MeasuredRuns.key(group(way, load, slack), run),
                                () -> simulate(way, load, slack, number)));
                    }
                }
            }
        }
        return cells;
    }

    private static String group(Way way, double load, double slack) {
        return way + " " + load + " " + slack;
    }

    TimeCurve curve(int days) {
        return SHAPE.of(options).equals("solar")
                ? ShiftingCurve.solar(days)
                : ShiftingCurve.nights(CHEAP.number(options), days);
    }

    private Measures simulate(Way way, double load, double slack, int run) {
        List<ShiftingJobs.Submitted> submitted = new ArrayList<>();
        ShiftingJobs workload = new ShiftingJobs(
                SERVERS, load, slack, SUBMITTED.of(options).equals("by-day"), Options.runSeed(options.seed(), run));
        for (int i = 0; i < jobs; i++) {
            submitted.add(workload.next());
        }
        long end = submitted.stream()
                .mapToLong(each -> each.job().deadline())
                .max()
                .orElse(0);
        TimeCurve curve = curve((int) (end / ShiftingJobs.DAY) + 1);
        JobFeed feed = new JobFeed(BookPolicy.asPromised("prompt"), List.of(new Pool(POOL.name(), SERVERS, "1")));
        feed.done(new Command.SetTariff(
                POOL, Tariff.flat(Money.of("1"), ShiftingJobs.HOUR).withCurves(curve, null)));
        List<Shifted> accepted = new ArrayList<>();
        double asked = 0;
        double paid = 0;
        double work = 0;
        double waited = 0;
        for (ShiftingJobs.Submitted each : submitted) {
            feed.advance(each.submit());
            double size = (double) each.servers() * each.duration();
            asked += size;
            Job job = each.job();
            Decision decision =
                    feed.ask(new Command.Reserve(job.under(job.terms().preferring(way.prefer))));
            if (decision instanceof Decision.Accepted taken) {
                Reservation reservation = taken.reservation();
                work += size;
                paid += curve.sum(
                                        reservation.window().start(),
                                        reservation.window().end())
                                .doubleValue()
                        * each.servers();
                waited += reservation.window().start() - each.submit();
                accepted.add(new Shifted(job.ready(), job.deadline(), each.servers(), each.duration()));
            }
        }
        double scale = work * Tariff.ONE;
        return new Measures(Map.of(
                PRICE,
                paid / scale,
                BOUND,
                ShiftingBound.leastCost(curve, SERVERS, accepted) / scale,
                LOSS,
                1 - Simulation.share(work, asked),
                WAIT,
                accepted.isEmpty() ? 0 : waited / accepted.size() / ShiftingJobs.HOUR));
    }

    Map<String, String> settings() {
        Map<String, String> settings = options.settings();
        settings.put("runs a point", Integer.toString(runs));
        settings.put("jobs a run", Integer.toString(jobs));
        settings.put("servers", Integer.toString(SERVERS));
        settings.put("policy", "prompt");
        return settings;
    }

    /** Results of the sweep. */
    record Measured(ShiftingSweep sweep, MeasuredRuns results) {
        double mean(Way way, double load, double slack, String measure) {
            return results.mean(group(way, load, slack), sweep.runs, measure);
        }

        private double[] values(Way way, double load, double slack, String measure) {
            return results.values(group(way, load, slack), sweep.runs, measure);
        }

        /** The first less the second, run by run. */
        Paired more(Way way, String measure, Way than, String other, double load, double slack) {
            return Paired.of(values(way, load, slack, measure), values(than, load, slack, other));
        }

        /** The first less a multiple of the second. */
        Paired more(Way way, String measure, double factor, Way than, String other, double load, double slack) {
            return Paired.of(values(way, load, slack, measure), factor, values(than, load, slack, other));
        }

        /** Over the slacks at one load. */
        Curve curve(Way way, double load, String measure, String name) {
            List<Point> points = sweep.slacks.stream()
                    .map(slack -> new Point(slack, results.estimate(group(way, load, slack), sweep.runs, measure)))
                    .toList();
            return new Curve(name, points);
        }
    }
}
