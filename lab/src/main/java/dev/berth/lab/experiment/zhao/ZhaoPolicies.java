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
import java.util.stream.Collectors;

/**
 * Choice of Berth's default policy of spare time and of its threshold: the errors of table 2 on all five types of graphs, with HBMCT
 * and with HEFT, Berth's default scheduler. A run is one graph of each type.
 */
final class ZhaoPolicies implements MeasuredExperiment {
    private static final PlannedRuns RUNS = new PlannedRuns(
            2, 20, 100, "at scale paper the 100 of the paper's tables; at scale quick twenty, for a look");
    private static final String ID = "zhao-policies";
    private static final String TITLE = "Policies of spare time on all types of graphs";
    private static final String ALL = "all";
    private static final String DEFAULT_SCHEDULER = Schedulers.DEFAULT;
    private static final List<String> SCHEDULERS = List.of("hbmct", DEFAULT_SCHEDULER);
    /** Thresholds in per cent of the deadline: the paper's example, Berth's default, and none. */
    private static final List<Integer> THRESHOLDS = List.of(5, 1, 0);

    private static final int DEFAULT_THRESHOLD = 1;
    /** Points by which another policy may fail less often before it would be the better default. */
    private static final double POLICY_MARGIN = 0.5;
    /** Points that a threshold of 0 must gain to be worth its rounds. */
    private static final double THRESHOLD_MARGIN = 1;

    /** Which combinations of quality of information and alpha are counted. */
    enum Range {
        ANY("all"),
        BELOW("QoI < alpha"),
        EQUAL("QoI = alpha");

        private final String words;

        Range(String words) {
            this.words = words;
        }

        boolean has(int quality, int alpha) {
            return switch (this) {
                case ANY -> true;
                case BELOW -> quality < alpha;
                case EQUAL -> quality == alpha;
            };
        }

        String column() {
            return "failures-" + name().toLowerCase(Locale.ROOT);
        }
    }

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
        return List.of(ZhaoReading.EDGE_DATA, ZhaoReading.RUN_TIMES, ZhaoReading.TRANSFERS);
    }

    static int runs(Options options) {
        return options.runs(RUNS);
    }

    @Override
    public PlannedRuns plannedRuns() {
        return RUNS;
    }

    static String failures(String scheduler, int threshold, String policy, Range range) {
        return "%s %d %s %s".formatted(scheduler, threshold, policy, range);
    }

    /** Plans, in per cent, in which some task has no spare time at all. */
    static String withoutSpare(String scheduler, int threshold, String policy) {
        return "%s %d %s without-spare".formatted(scheduler, threshold, policy);
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        List<Cell<Measures>> cells = new ArrayList<>();
        for (int run = 0; run < runs(options); run++) {
            int number = run;
            cells.add(new Cell<>(MeasuredRuns.key(ALL, run), () -> measure(options, number)));
        }
        return cells;
    }

    private static Measures measure(Options options, int run) {
        Map<String, Double> measures = new HashMap<>();
        for (ZhaoType type : ZhaoType.ALL) {
            WorkflowProblem problem = type.problem(options, run);
            double[] draws = new SplittableRandom(~Options.runSeed(options.seed(), run))
                    .doubles(problem.tasks())
                    .toArray();
            for (String scheduler : SCHEDULERS) {
                Schedule schedule = Schedulers.named(scheduler).schedule(problem);
                for (int threshold : THRESHOLDS) {
                    for (String policy : ZhaoPaper.VARIANTS) {
                        for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                            long deadline = schedule.makespan() * (100 + alpha) / 100;
                            Plan plan = SparePolicies.named(policy)
                                    .spread(problem, schedule, deadline, deadline * threshold / 100);
                            String key = withoutSpare(scheduler, threshold, policy);
                            double none = plan.sparePercentages().getMin() == 0 ? 100 : 0;
                            measures.merge(
                                    key, none / (ZhaoPaper.TABLE2_ALPHAS.length * ZhaoType.ALL.size()), Double::sum);
                            add(measures, problem, plan, draws, scheduler, threshold, policy, alpha);
                        }
                    }
                }
            }
        }
        return new Measures(measures);
    }

    private static void add(
            Map<String, Double> measures,
            WorkflowProblem problem,
            Plan plan,
            double[] draws,
            String scheduler,
            int threshold,
            String policy,
            int alpha) {
        for (int quality : ZhaoPaper.QUALITIES) {
            if (quality == 0) {
                continue;
            }
            long[] times = ZhaoTable2.times(plan, Errors.EITHER_WAY, quality, draws);
            double failed = WorkflowRun.of(problem, plan, times).failed() ? 100 : 0;
            for (Range range : Range.values()) {
                if (range.has(quality, alpha)) {
                    measures.merge(failures(scheduler, threshold, policy, range), failed / count(range), Double::sum);
                }
            }
        }
    }

    /** Plans of a run that a range counts. */
    private static int count(Range range) {
        int count = 0;
        for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
            for (int quality : ZhaoPaper.QUALITIES) {
                count += quality > 0 && range.has(quality, alpha) ? ZhaoType.ALL.size() : 0;
            }
        }
        return count;
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> results) {
        Drawn drawn = new Drawn(new MeasuredRuns(results), runs(options));
        Map<String, String> settings = options.settings();
        settings.put("runs", drawn.runs + ", each one graph of every type");
        settings.put("machines", Integer.toString(ZhaoWorkload.MACHINES));
        settings.put("errors", Errors.EITHER_WAY.words());
        return new Figure(
                ID,
                TITLE,
                "zhao, section 4.2",
                settings,
                drawn.panels(),
                List.of(drawn.best(), drawn.threshold()),
                drawn.notes());
    }

    /** Figure of one set of results. */
    private record Drawn(MeasuredRuns measured, int runs) {
        private double mean(String measure) {
            return measured.mean(ALL, runs, measure);
        }

        private double[] values(int threshold, String policy) {
            return measured.values(ALL, runs, failures(DEFAULT_SCHEDULER, threshold, policy, Range.ANY));
        }

        List<Panel> panels() {
            List<Panel> panels = new ArrayList<>();
            for (Range range : Range.values()) {
                List<Curve> curves = new ArrayList<>();
                for (String scheduler : SCHEDULERS) {
                    for (int threshold : THRESHOLDS) {
                        List<Point> points = new ArrayList<>();
                        for (int v = 0; v < ZhaoPaper.VARIANTS.size(); v++) {
                            String measure = failures(scheduler, threshold, ZhaoPaper.VARIANTS.get(v), range);
                            points.add(new Point(v + 1, measured.estimate(ALL, runs, measure)));
                        }
                        curves.add(new Curve(
                                "%s, threshold %d%%".formatted(ZhaoPaper.shown(scheduler), threshold), points));
                    }
                }
                panels.add(new Panel(
                        range.column(),
                        "plans with a failure, " + range.words,
                        "1 to 4: even time, even percent 1, cp first, even percent 2; 5, 6: cp",
                        "% of a run's plans, mean of the runs",
                        false,
                        curves));
            }
            return panels;
        }

        Claim best() {
            ZhaoCells others = new ZhaoCells();
            List<String> parts = new ArrayList<>();
            double[] own = values(DEFAULT_THRESHOLD, SparePolicies.DEFAULT);
            for (String policy : ZhaoPaper.VARIANTS) {
                if (!policy.equals(SparePolicies.DEFAULT)) {
                    Paired more = Paired.of(own, values(DEFAULT_THRESHOLD, policy));
                    others.add(more.atMost(POLICY_MARGIN));
                    parts.add(policy + " " + more.words());
                }
            }
            return new Claim(
                    "No policy fails less often than the default, by more than half a point (HEFT, threshold 1%).",
                    "Berth's default policy",
                    others.all(),
                    SparePolicies.DEFAULT + " less the others, in points: " + String.join(", ", parts));
        }

        Claim threshold() {
            Paired gain = Paired.of(values(DEFAULT_THRESHOLD, SparePolicies.DEFAULT), values(0, SparePolicies.DEFAULT));
            Paired paper = Paired.of(
                    values(THRESHOLDS.getFirst(), SparePolicies.DEFAULT),
                    values(DEFAULT_THRESHOLD, SparePolicies.DEFAULT));
            return new Claim(
                    "A threshold of 0 gains at most one point over 1% (default policy, HEFT).",
                    "Berth's default threshold",
                    gain.atMost(THRESHOLD_MARGIN).verdict(),
                    "1%% less 0: %s points; 5%% less 1%%: %s points".formatted(gain.words(), paper.words()));
        }

        List<String> notes() {
            String head = SCHEDULERS.stream()
                    .flatMap(scheduler -> THRESHOLDS.stream()
                            .map(threshold -> "%s, %d%%".formatted(ZhaoPaper.shown(scheduler), threshold)))
                    .collect(Collectors.joining("|"));
            StringBuilder table = new StringBuilder(
                    "Plans that fail in per cent, over all graphs, alphas and errors, by scheduler and threshold\n\n|policy|%s|QoI < alpha, %s, 1%%|QoI = alpha, %s, 1%%|no spare time for a task, %s, 1%%|\n|%s\n"
                            .formatted(
                                    head,
                                    ZhaoPaper.shown(DEFAULT_SCHEDULER),
                                    ZhaoPaper.shown(DEFAULT_SCHEDULER),
                                    ZhaoPaper.shown(DEFAULT_SCHEDULER),
                                    "---|".repeat(4 + SCHEDULERS.size() * THRESHOLDS.size())));
            for (String policy : ZhaoPaper.VARIANTS) {
                List<Double> row = new ArrayList<>();
                SCHEDULERS.forEach(scheduler -> THRESHOLDS.forEach(
                        threshold -> row.add(mean(failures(scheduler, threshold, policy, Range.ANY)))));
                row.add(mean(failures(DEFAULT_SCHEDULER, DEFAULT_THRESHOLD, policy, Range.BELOW)));
                row.add(mean(failures(DEFAULT_SCHEDULER, DEFAULT_THRESHOLD, policy, Range.EQUAL)));
                row.add(mean(withoutSpare(DEFAULT_SCHEDULER, DEFAULT_THRESHOLD, policy)));
                table.append("|%s|%s|\n"
                        .formatted(
                                policy.replace("_", "\\_"),
                                row.stream()
                                        .map(value -> String.format(Locale.ROOT, "%.1f", value))
                                        .collect(Collectors.joining("|"))));
            }
            return List.of(
                    table.toString(),
                    "The critical path policies have no threshold: their columns are the same for all.",
                    "Margins of half a point and one point were chosen before the runs.",
                    "A run is many plans, which share their random numbers, so that its value is a share of plans: intervals are"
                            + " Student's, of the mean of these shares, and not those of a count of runs.");
        }
    }
}
