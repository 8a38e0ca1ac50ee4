package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.zhao.ZhaoTable2.Errors;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.spare.Plan;
import dev.berth.workflow.spare.SparePolicies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Gaps of a plan (zhao 4.2): the variants leave machines free between their slots, which jobs without reservations can take by
 * backfilling; whole machines leave none until the last task has ended. The paper says so and does not measure it. Here Berth's
 * opportunistic jobs take the gaps of the plans of table 2.
 */
final class ZhaoGaps implements MeasuredExperiment {
    private static final PlannedRuns RUNS = new PlannedRuns(
            2, 20, 100, "at scale paper the 100 of table 2, whose plans these are; at scale quick twenty, for a look");
    private static final String ID = "zhao-gaps";
    private static final String TITLE = "What opportunistic jobs take of a plan's machines";
    private static final String WHERE = "section 4.2";
    private static final String WHOLE = "dag_reserve";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public List<OpenParameter> parameters() {
        return ZhaoReading.PARAMETERS;
    }

    static int runs(Options options) {
        return options.runs(RUNS);
    }

    @Override
    public PlannedRuns plannedRuns() {
        return RUNS;
    }

    static String taken(int alpha, int quality, String policy) {
        return "%d %d %s taken".formatted(alpha, quality, policy);
    }

    static String tasks(int alpha, int quality, String policy) {
        return "%d %d %s tasks".formatted(alpha, quality, policy);
    }

    static String done(int alpha, int quality, String policy) {
        return "%d %d %s done".formatted(alpha, quality, policy);
    }

    private static String interruptions(int alpha, int quality, String policy) {
        return "%d %d %s interruptions".formatted(alpha, quality, policy);
    }

    /** Server time to the deadline that the plan does not book, in per cent. */
    static String gaps(int alpha, String policy) {
        return "%d %s gaps".formatted(alpha, policy);
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        List<Cell<Measures>> cells = new ArrayList<>();
        for (int run = 0; run < runs(options); run++) {
            int number = run;
            cells.add(new Cell<>(MeasuredRuns.key(ZhaoType.MONTAGE.name(), run), () -> measure(options, number)));
        }
        return cells;
    }

    private static Measures measure(Options options, int run) {
        ZhaoReading reading = ZhaoReading.of(options);
        WorkflowProblem problem = ZhaoType.MONTAGE.problem(options, run);
        long seed = Options.runSeed(options.seed(), run);
        double[] draws = new SplittableRandom(~seed).doubles(problem.tasks()).toArray();
        Schedule schedule = Schedulers.named("hbmct").schedule(problem);
        Map<String, Double> measures = new HashMap<>();
        for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
            long deadline = schedule.makespan() * (100 + alpha) / 100;
            for (String policy : ZhaoTable2.POLICIES) {
                Plan plan = SparePolicies.named(policy).spread(problem, schedule, deadline, reading.left(deadline));
                measures.put(gaps(alpha, policy), unbooked(problem, plan));
                for (int quality : ZhaoPaper.QUALITIES) {
                    long[] times = ZhaoTable2.times(plan, Errors.EITHER_WAY, quality, draws);
                    GapRun ran = GapRun.of(problem, plan, times, seed);
                    measures.put(taken(alpha, quality, policy), 100 * ran.taken());
                    measures.put(tasks(alpha, quality, policy), 100 * ran.tasks());
                    measures.put(done(alpha, quality, policy), (double) ran.done());
                    measures.put(interruptions(alpha, quality, policy), (double) ran.interruptions());
                }
            }
        }
        return new Measures(measures);
    }

    /** Per cent of the time of all machines; idle machines count as free unless all are booked. */
    private static double unbooked(WorkflowProblem problem, Plan plan) {
        double all = (double) problem.machines().size() * plan.deadline();
        double booked = plan.wholeMachines() ? all : 0;
        for (int task = 0; task < plan.size() && !plan.wholeMachines(); task++) {
            booked += plan.end(task) - plan.start(task);
        }
        return 100 * (all - booked) / all;
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> results) {
        Drawn drawn = new Drawn(new MeasuredRuns(results), runs(options));
        Map<String, String> settings = options.settings();
        settings.put("runs a cell", Integer.toString(drawn.runs));
        settings.put("machines", Integer.toString(ZhaoWorkload.MACHINES));
        settings.put("workflow", "Montage of 57 tasks, scheduled with HBMCT");
        settings.put("errors", Errors.EITHER_WAY.words());
        settings.put("opportunistic jobs", "one server each for 50 to 100 units; always enough of them queued");
        return new Figure(
                ID, TITLE, "zhao, section 4.2", settings, drawn.panels(), List.of(drawn.better()), drawn.notes());
    }

    /** Figure of one set of results. */
    private record Drawn(MeasuredRuns measured, int runs) {
        private double mean(String measure) {
            return measured.mean(ZhaoType.MONTAGE.name(), runs, measure);
        }

        private double[] values(String measure) {
            return measured.values(ZhaoType.MONTAGE.name(), runs, measure);
        }

        List<Panel> panels() {
            List<Panel> panels = new ArrayList<>();
            for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                List<Curve> taken = new ArrayList<>();
                List<Curve> done = new ArrayList<>();
                for (String policy : ZhaoTable2.POLICIES) {
                    List<Point> shares = new ArrayList<>();
                    List<Point> jobs = new ArrayList<>();
                    for (int quality : ZhaoPaper.QUALITIES) {
                        shares.add(point(quality, taken(alpha, quality, policy)));
                        jobs.add(point(quality, done(alpha, quality, policy)));
                    }
                    taken.add(new Curve(policy, shares));
                    done.add(new Curve(policy, jobs));
                }
                panels.add(panel(
                        "taken", "time that opportunistic jobs take", alpha, "% of the time to the deadline", taken));
                panels.add(panel("jobs", "opportunistic jobs completed", alpha, "jobs", done));
            }
            return panels;
        }

        private Point point(int quality, String measure) {
            return new Point(quality, measured.estimate(ZhaoType.MONTAGE.name(), runs, measure));
        }

        private static Panel panel(String quantity, String title, int alpha, String unit, List<Curve> curves) {
            return new Panel(
                    "%s-alpha-%d".formatted(quantity, alpha),
                    "%s, alpha %d%%".formatted(title, alpha),
                    "quality of information (% of the estimate)",
                    unit,
                    false,
                    curves);
        }

        /** Without errors, so that tasks do the same under every policy. */
        Claim better() {
            ZhaoCells better = new ZhaoCells();
            for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                double[] whole = both(alpha, WHOLE);
                for (String policy : ZhaoPaper.VARIANTS) {
                    better.add(Paired.of(both(alpha, policy), whole).above(0));
                }
            }
            return new Claim(
                            "The gaps between the variants' slots allow to regain unused time by backfilling jobs without"
                                    + " reservations, and so a better overall utilisation than reserving all machines.",
                            WHERE,
                            better.all(),
                            "with exact run times, tasks and opportunistic jobs together use more than with dag_reserve in "
                                    + better.corrected())
                    .byConstructionBecause("slots book less than whole machines, and nothing that is idle is missed");
        }

        private double[] both(int alpha, String policy) {
            double[] tasks = values(tasks(alpha, 0, policy));
            double[] taken = values(taken(alpha, 0, policy));
            for (int run = 0; run < tasks.length; run++) {
                taken[run] += tasks[run];
            }
            return taken;
        }

        List<String> notes() {
            StringBuilder table = new StringBuilder(
                    "In per cent of the servers' time to the deadline: what the plan leaves unbooked, and what opportunistic jobs take"
                            + " at QoI 0 / 50 / 150; then how many of them are completed and how often one makes way, at QoI 50\n\n"
                            + "|alpha|policy|unbooked|taken|completed|interruptions|\n|---|---|---|---|---|---|\n");
            for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                for (String policy : ZhaoTable2.POLICIES) {
                    table.append(String.format(
                            Locale.ROOT,
                            "|%d|%s|%.1f|%.1f / %.1f / %.1f|%.1f|%.1f|\n",
                            alpha,
                            policy.replace("_", "\\_"),
                            mean(gaps(alpha, policy)),
                            mean(taken(alpha, 0, policy)),
                            mean(taken(alpha, 50, policy)),
                            mean(taken(alpha, 150, policy)),
                            mean(done(alpha, 50, policy)),
                            mean(interruptions(alpha, 50, policy))));
                }
            }
            return List.of(
                    table.toString(),
                    "A task that ends before its slot gives the rest back, so that opportunistic jobs take more than the plan"
                            + " leaves unbooked. Whole machines are given back when the last task has ended.",
                    "An opportunistic job that makes way keeps what it has done; the queue never runs dry.");
        }
    }
}
