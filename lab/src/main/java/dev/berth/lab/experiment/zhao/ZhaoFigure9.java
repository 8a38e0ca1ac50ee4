package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.simulation.Simulation;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.spare.Spare;
import dev.berth.workflow.spare.SparePolicies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Figure 9 of zhao: how long planning takes on random graphs of 20 to 100 tasks, alpha 50; and on graphs of up to 10,000
 * tasks, which the paper does not have. Beside Berth's policies the paper's way, which walks all paths of the schedule.
 */
final class ZhaoFigure9 implements MeasuredExperiment {
    private static final PlannedRuns RUNS = new PlannedRuns(
            2, 20, 100, "at scale paper the 100 of the paper, fewer above 100 tasks, which the paper does not have");
    private static final String ID = "zhao-fig9";
    private static final String TITLE = "Planning time over the number of tasks";
    private static final List<Integer> PAPERS_SIZES = List.of(20, 40, 60, 80, 100);
    private static final List<Integer> FEW_SIZES = List.of(20, 40);
    private static final List<Integer> LARGE_SIZES = List.of(200, 500, 1_000, 2_000, 5_000, 10_000);
    /** More paths than this are counted and not walked: it would take minutes. */
    private static final double MOST_PATHS = 3e6;

    /** The fastest counts: the others were disturbed. */
    private static final int PASSES = 5;

    private static final String PATHS = " paths";
    private static final String WALK = "walking all paths";
    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    private static List<Integer> sizes(Options options) {
        return options.scale() == Scale.SMOKE ? FEW_SIZES : PAPERS_SIZES;
    }

    private static List<Integer> largeSizes(Options options) {
        return switch (options.scale()) {
            case SMOKE -> List.of(200);
            case QUICK -> LARGE_SIZES.subList(0, 4);
            case PAPER -> LARGE_SIZES;
        };
    }

    /** Number of runs: by default the paper's at its scale; fewer for large sizes, but enough for an interval. */
    private static int runs(Options options, int size) {
        int runs = options.runs(RUNS);
        return size <= 100 ? runs : Math.min(runs, Math.max(5, runs / (size / 50)));
    }

    @Override
    public PlannedRuns plannedRuns() {
        return RUNS;
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        List<Cell<Measures>> cells = new ArrayList<>();
        List<Integer> all = new ArrayList<>(sizes(options));
        all.addAll(largeSizes(options));
        // Sizes take turns, so that the compiler warms up at the cost of all of them.
        for (int run = 0; run < runs(options, all.getFirst()); run++) {
            long seed = Options.runSeed(options.seed(), run);
            for (int size : all) {
                if (run < runs(options, size)) {
                    cells.add(new Cell<>(MeasuredRuns.key(group(size), run), () -> measure(size, seed)));
                }
            }
        }
        return cells;
    }

    private static String group(int size) {
        return "tasks " + size;
    }

    private static Measures measure(int size, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        WorkflowProblem problem = ZhaoWorkload.problem(Shapes.random(size, random), ZhaoWorkload.MACHINES, random);
        Map<String, Double> measures = new HashMap<>();
        for (String scheduler : ZhaoPaper.SCHEDULERS) {
            Schedule schedule = Schedulers.named(scheduler).schedule(problem);
            long deadline = schedule.makespan() * 3 / 2;
            for (String variant : ZhaoPaper.VARIANTS) {
                long best = Long.MAX_VALUE;
                for (int pass = 0; pass < (size <= 100 ? PASSES : 2); pass++) {
                    long before = Simulation.cpuNanos();
                    Schedule again = Schedulers.named(scheduler).schedule(problem);
                    SparePolicies.named(variant).spread(problem, again, deadline);
                    best = Math.min(best, Simulation.cpuNanos() - before);
                }
                measures.put(scheduler + " " + variant, best / NANOS_PER_MILLI);
            }
            walk(measures, problem, schedule, scheduler);
        }
        return new Measures(measures);
    }

    private static void walk(
            Map<String, Double> measures, WorkflowProblem problem, Schedule schedule, String scheduler) {
        AllPaths paths = new AllPaths(problem, schedule);
        double count = paths.count();
        measures.put(scheduler + PATHS, count);
        double millis = Double.NaN;
        if (count <= MOST_PATHS) {
            boolean[] critical = new boolean[problem.tasks()];
            for (int task : Spare.criticalPath(problem, schedule)) {
                critical[task] = true;
            }
            double[] weights = new double[problem.tasks()];
            Arrays.fill(weights, 1);
            long before = Simulation.cpuNanos();
            double[] shares = paths.leastShares(critical, weights, schedule.makespan() / 2.0);
            millis = (Simulation.cpuNanos() - before) / NANOS_PER_MILLI;
            if (shares.length != problem.tasks()) {
                throw new IllegalStateException("a share for each task, not " + shares.length);
            }
        }
        measures.put(scheduler + " " + WALK, millis);
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> results) {
        MeasuredRuns measured = new MeasuredRuns(results);
        Map<String, String> settings = options.settings();
        settings.put("runs a point", runs(options, 20) + ", fewer above 100 tasks");
        settings.put("machines", Integer.toString(ZhaoWorkload.MACHINES));
        settings.put("alpha", "50");
        List<Panel> panels = new ArrayList<>();
        panels.add(paths(options, measured));
        for (String scheduler : ZhaoPaper.SCHEDULERS) {
            panels.add(times(options, measured, scheduler, sizes(options), true));
        }
        for (String scheduler : ZhaoPaper.SCHEDULERS) {
            panels.add(times(options, measured, scheduler, largeSizes(options), false));
        }
        return new Figure(
                ID,
                TITLE,
                "zhao, figure 9",
                settings,
                panels,
                List.of(grows(options, measured)),
                List.of(
                        "Times are processor times in milliseconds: the scheduler and the policy together, the fastest of five passes; for"
                                + " walking all paths, the walk alone.",
                        "Where a schedule has more than %.0f paths they are counted and not walked; the mean of the walks is over"
                                        .formatted(MOST_PATHS)
                                + " the others, and too low there.",
                        "Berth's critical path policies do not walk paths: they come to the same slots in polynomial time."));
    }

    /** The one thing here that is the same in every run: how many paths there are. */
    private static Panel paths(Options options, MeasuredRuns measured) {
        List<Curve> curves = new ArrayList<>();
        for (String scheduler : ZhaoPaper.SCHEDULERS) {
            curves.add(curve(options, measured, ZhaoPaper.shown(scheduler), sizes(options), scheduler + PATHS));
        }
        return new Panel("paths", "paths in a schedule", "tasks", "paths", false, curves);
    }

    private static Panel times(
            Options options, MeasuredRuns measured, String scheduler, List<Integer> sizes, boolean walked) {
        List<Curve> curves = new ArrayList<>();
        for (String variant : ZhaoPaper.VARIANTS) {
            curves.add(curve(options, measured, variant, sizes, scheduler + " " + variant));
        }
        if (walked) {
            curves.add(curve(options, measured, WALK, sizes, scheduler + " " + WALK));
        }
        return new Panel(
                "milliseconds-%s%s".formatted(scheduler, walked ? "" : "-large"),
                ZhaoPaper.shown(scheduler) + (walked ? "" : ", larger graphs"),
                "tasks",
                "processor time (ms)",
                true,
                curves);
    }

    private static Curve curve(
            Options options, MeasuredRuns measured, String name, List<Integer> sizes, String measure) {
        List<Point> points = new ArrayList<>();
        for (int size : sizes) {
            points.add(new Point(size, measured.estimate(group(size), runs(options, size), measure)));
        }
        return new Curve(name, points);
    }

    private static Claim grows(Options options, MeasuredRuns measured) {
        int small = sizes(options).getFirst();
        int large = sizes(options).getLast();
        List<String> evidence = new ArrayList<>();
        ZhaoCells faster = new ZhaoCells();
        for (String scheduler : ZhaoPaper.SCHEDULERS) {
            double[] walking = growth(options, measured, scheduler, List.of(WALK), small, large);
            double[] recursive = growth(options, measured, scheduler, ZhaoPaper.VARIANTS.subList(0, 4), small, large);
            double[] ours = growth(options, measured, scheduler, ZhaoPaper.VARIANTS.subList(4, 6), small, large);
            faster.add(Paired.of(walking, recursive).above(0));
            evidence.add(String.format(
                    Locale.ROOT,
                    "%s: walking all paths x %.1f, recursive policies x %.1f, Berth's critical path policies x %.1f",
                    ZhaoPaper.shown(scheduler),
                    Statistics.estimateOfKnown(walking).mean(),
                    Statistics.estimateOfKnown(recursive).mean(),
                    Statistics.estimateOfKnown(ours).mean()));
        }
        return new Claim(
                "The critical path based policies, which find every path, lead to faster increases in the running time than the"
                        + " recursive ones.",
                "section 4.2, figure 9",
                faster.all(),
                "growth of the time from %d to %d tasks; ".formatted(small, large) + String.join("; ", evidence));
    }

    /** Run by run: by which factor the time grows. */
    private static double[] growth(
            Options options, MeasuredRuns measured, String scheduler, List<String> what, int small, int large) {
        double[] growth = new double[Math.min(runs(options, small), runs(options, large))];
        for (int run = 0; run < growth.length; run++) {
            double before = 0;
            double after = 0;
            for (String each : what) {
                before += measured.value(group(small), run, scheduler + " " + each);
                after += measured.value(group(large), run, scheduler + " " + each);
            }
            growth[run] = after / before;
        }
        return growth;
    }
}
