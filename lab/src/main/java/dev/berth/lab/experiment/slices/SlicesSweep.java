package dev.berth.lab.experiment.slices;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
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
import dev.berth.lab.workload.gpu.GpuRequests;
import dev.berth.lab.workload.gpu.GpuTrace;
import dev.berth.lab.workload.gpu.SliceJobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Jobs that take parts of hosts, over a range of loads; run r of a load has one seed for all ways. */
record SlicesSweep(List<Double> loads, int runs, int jobs, int hosts, Options options) {
    static final PlannedRuns RUNS = new PlannedRuns(
            2,
            5,
            10,
            "five is the least that the targets at loads 0.8 and 0.9 were set for, before the first run; twice as many at scale paper");

    static final OpenParameter HOSTS = OpenParameter.number(
            "hosts",
            "number of hosts, of 8 cards, 96 cores and 384 GiB each",
            new OpenParameter.Range(1, 1000),
            16,
            64);

    static final OpenParameter WARM_UP = OpenParameter.number(
            "warm-up",
            "days whose jobs are not counted, while the book fills",
            new OpenParameter.Range(0, 1000),
            0,
            17);

    static final OpenParameter TASKS = OpenParameter.choice(
            "tasks",
            "which requests of the trace are drawn: those for cards, or those for cores alone as well",
            "cards",
            "all");

    static final List<OpenParameter> PARAMETERS = List.of(HOSTS, WARM_UP, TASKS);

    static final String LOSS = "loss";
    static final String WHOLE_HOST_LOSS = "loss of whole hosts";
    static final String WAIT = "wait";
    static final String TIME = "time";

    private static final List<Double> LOADS = List.of(0.7, 0.8, 0.9, 1.0);
    private static final List<Double> FEW_LOADS = List.of(0.8, 0.9);
    private static final double HOUR = 3_600_000;
    private static final double DAY = 24 * HOUR;

    static SlicesSweep of(Options options) {
        List<Double> own = options.system().loads();
        return new SlicesSweep(
                !own.isEmpty() ? own : options.scale() == Scale.SMOKE ? FEW_LOADS : LOADS,
                options.runs(RUNS),
                options.jobsOr(1_200, 12_000, 12_000),
                (int) HOSTS.number(options),
                options);
    }

    List<Cell<Measures>> cells() {
        List<Cell<Measures>> cells = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            for (double load : loads) {
                for (SlicesWay way : SlicesWay.ALL) {
                    int number = run;
                    cells.add(new Cell<>(MeasuredRuns.key(group(way, load), run), () -> simulate(way, load, number)));
                }
            }
        }
        return cells;
    }

    private static String group(SlicesWay way, double load) {
        return way.name() + " " + load;
    }

    private Measures simulate(SlicesWay way, double load, int run) {
        JobFeed feed = new JobFeed(BookPolicy.asPromised(way.policy()), way.pools(hosts));
        SliceJobs workload = new SliceJobs(
                requests(), hosts, load, options.system().slackHours(), Options.runSeed(options.seed(), run));
        double from = WARM_UP.number(options) * DAY;
        double asked = 0;
        double lost = 0;
        double largeLost = 0;
        double waited = 0;
        int accepted = 0;
        long cpu = Simulation.cpuNanos();
        for (int i = 0; i < jobs; i++) {
            SliceJobs.Sliced job = workload.next();
            feed.advance(job.submit());
            boolean counted = job.submit() >= from;
            asked += counted ? job.work() : 0;
            if (feed.ask(new Command.Reserve(way.job(job))) instanceof Decision.Accepted taken) {
                waited += counted ? taken.reservation().placement().window().start() - job.ready() : 0;
                accepted += counted ? 1 : 0;
            } else if (counted) {
                lost += job.work();
                largeLost += job.request().cards() == SliceJobs.CARDS ? job.work() : 0;
            }
        }
        return new Measures(Map.of(
                LOSS,
                Simulation.share(lost, asked),
                WHOLE_HOST_LOSS,
                Simulation.share(largeLost, asked),
                WAIT,
                accepted == 0 ? 0 : waited / accepted / HOUR,
                TIME,
                (Simulation.cpuNanos() - cpu) / 1e6 / jobs));
    }

    private GpuRequests requests() {
        GpuTrace trace = options.gpuTrace();
        boolean all = TASKS.of(options).equals("all");
        return (trace == null ? GpuRequests.ofAlibaba2023() : trace.requests())
                .only(request -> SliceJobs.fits(request) && (all || request.cards() > 0));
    }

    Map<String, String> settings() {
        Map<String, String> settings = options.settings();
        settings.put("runs a point", Integer.toString(runs));
        settings.put("jobs a run", Integer.toString(jobs));
        settings.put("hosts", hosts + " of 8 cards, 96 cores, 384 GiB");
        settings.put("slack", options.system().slackHours() + " hours");
        GpuTrace trace = options.gpuTrace();
        settings.put("requests", trace == null ? "built-in table of Alibaba's trace of 2023" : trace.toString());
        return settings;
    }

    /** Results of the sweep. */
    record Measured(SlicesSweep sweep, MeasuredRuns results) {
        double[] values(SlicesWay way, double load, String measure) {
            return results.values(group(way, load), sweep.runs, measure);
        }

        double mean(SlicesWay way, double load, String measure) {
            return results.mean(group(way, load), sweep.runs, measure);
        }

        Curve curve(SlicesWay way, String measure) {
            List<Point> points = sweep.loads.stream()
                    .map(load -> new Point(load, results.estimate(group(way, load), sweep.runs, measure)))
                    .toList();
            return new Curve(way.name(), points);
        }

        /** How much more work one way loses than another, run by run. */
        Paired more(SlicesWay way, SlicesWay than, double load) {
            return Paired.of(values(way, load, LOSS), values(than, load, LOSS));
        }
    }
}
