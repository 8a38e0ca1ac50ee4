package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Reading;
import dev.berth.lab.figure.Figure;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.spare.Plan;
import dev.berth.workflow.spare.Spare;
import dev.berth.workflow.spare.SparePolicies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Table 1 of zhao: least, greatest and mean spare time of a task in per cent of its run time, for five types of graphs,
 * four schedulers and six ways to spread the time up to a deadline of 1500. Beside it the same with a deadline that gives
 * each scheduler the alpha it has in the paper, for ours are higher at 1500.
 */
final class ZhaoTable1 implements MeasuredExperiment {
    static final long DEADLINE = 1_500 * ZhaoWorkload.UNIT;
    /** Prefix of the measures taken at the deadline that gives the paper's alpha. */
    static final String AT_PAPERS = "at-papers-alpha ";

    /** Deadline, and so alpha, that the claims are decided on. */
    static final OpenParameter DEADLINE_FOR = OpenParameter.choice(
            "deadline",
            "1500 for all; or by the paper's alphas: for each scheduler and run by its makespan, for all runs by their mean, or"
                    + " for each run the mean of its four schedulers' deadlines",
            "1500",
            "each-run",
            "all-runs",
            "all-schedulers");

    private static final PlannedRuns RUNS =
            new PlannedRuns(2, 30, 100, "at scale paper the 100 of the paper; at scale quick thirty, for a look");
    private static final String ID = "zhao-table1";
    private static final String TITLE = "Spare time of a task, by graph, scheduler and policy";

    /** Statistic of the spare times in a plan, with its column in the paper. */
    enum Statistic {
        MIN("least", 0),
        MAX("greatest", 1),
        AVG("mean", 2);

        private final String word;
        private final int column;

        Statistic(String word, int column) {
            this.word = word;
            this.column = column;
        }

        String word() {
            return word;
        }

        int column() {
            return column;
        }

        double of(Plan plan) {
            return switch (this) {
                case MIN -> plan.sparePercentages().getMin();
                case MAX -> plan.sparePercentages().getMax();
                case AVG -> plan.sparePercentages().getAverage();
            };
        }

        String measure(String scheduler, String variant) {
            return scheduler + " " + variant + " " + name().toLowerCase(Locale.ROOT);
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
        return Stream.concat(Stream.of(DEADLINE_FOR), ZhaoReading.PARAMETERS.stream())
                .toList();
    }

    @Override
    public List<Reading> readings(Options options) {
        return ZhaoReading.with(
                MeasuredExperiment.super.readings(options),
                List.of(
                        Map.of("threshold", "0", "deadline", "each-run"),
                        Map.of("threshold", "0", "deadline", "each-run", "transfers", "2"),
                        Map.of("threshold", "1", "deadline", "each-run", "transfers", "2"),
                        Map.of("threshold", "5", "deadline", "each-run", "transfers", "2"),
                        Map.of("threshold", "0", "deadline", "all-schedulers"),
                        Map.of("threshold", "0", "deadline", "all-schedulers", "transfers", "2"),
                        Map.of("threshold", "1", "deadline", "all-runs"),
                        Map.of("threshold", "0", "deadline", "all-runs")));
    }

    static int runs(Options options) {
        return options.runs(RUNS);
    }

    static String alpha(String scheduler) {
        return scheduler + " alpha";
    }

    /** A limit on the least spare percentage, whatever the policy: the time that is left over the run times of the critical path. */
    static String bound(String scheduler) {
        return scheduler + " bound";
    }

    /** Part of the critical path, in per cent of the makespan, in which no task of it runs. */
    static String transfers(String scheduler) {
        return scheduler + " transfers";
    }

    @Override
    public PlannedRuns plannedRuns() {
        return RUNS;
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        List<Cell<Measures>> cells = new ArrayList<>();
        for (ZhaoType type : ZhaoType.ALL) {
            MeanMakespans means = new MeanMakespans(type, options, runs(options));
            for (int run = 0; run < runs(options); run++) {
                int number = run;
                cells.add(new Cell<>(
                        MeasuredRuns.key(type.name(), run),
                        () -> measure(type, type.problem(options, number), options, means)));
            }
        }
        return cells;
    }

    private static Measures measure(ZhaoType type, WorkflowProblem problem, Options options, MeanMakespans means) {
        ZhaoReading reading = ZhaoReading.of(options);
        Map<String, Double> measures = new HashMap<>();
        List<Schedule> schedules = ZhaoPaper.SCHEDULERS.stream()
                .map(scheduler -> Schedulers.named(scheduler).schedule(problem))
                .toList();
        long[] papers = deadlines(type, schedules, options, means);
        for (int i = 0; i < ZhaoPaper.SCHEDULERS.size(); i++) {
            String scheduler = ZhaoPaper.SCHEDULERS.get(i);
            Schedule schedule = schedules.get(i);
            measures.put(alpha(scheduler), alpha(schedule, DEADLINE));
            measures.put(AT_PAPERS + alpha(scheduler), alpha(schedule, papers[i]));
            measures.put(bound(scheduler), bound(problem, schedule, DEADLINE));
            measures.put(AT_PAPERS + bound(scheduler), bound(problem, schedule, papers[i]));
            measures.put(transfers(scheduler), 100 - 100.0 * critical(problem, schedule) / schedule.makespan());
            for (String variant : ZhaoPaper.VARIANTS) {
                put(measures, "", problem, schedule, scheduler, variant, DEADLINE, reading);
                put(measures, AT_PAPERS, problem, schedule, scheduler, variant, papers[i], reading);
            }
        }
        return new Measures(measures);
    }

    private static double alpha(Schedule schedule, long deadline) {
        return 100.0 * (deadline - schedule.makespan()) / schedule.makespan();
    }

    /** Deadlines of the schedulers that follow the paper's alphas. */
    private static long[] deadlines(ZhaoType type, List<Schedule> schedules, Options options, MeanMakespans means) {
        String rule = DEADLINE_FOR.of(options);
        long[] deadlines = new long[schedules.size()];
        for (int i = 0; i < deadlines.length; i++) {
            double base =
                    rule.equals("all-runs") ? means.of(i) : schedules.get(i).makespan();
            deadlines[i] = (long) (base * (100 + papersAlpha(type, i)) / 100);
        }
        if (rule.equals("all-schedulers")) {
            Arrays.fill(deadlines, Arrays.stream(deadlines).sum() / deadlines.length);
        }
        return deadlines;
    }

    private static double bound(WorkflowProblem problem, Schedule schedule, long deadline) {
        return schedule.finish() > deadline
                ? Double.NaN
                : 100.0 * (deadline - schedule.finish()) / critical(problem, schedule);
    }

    /** Run times of the tasks on the critical path. */
    private static long critical(WorkflowProblem problem, Schedule schedule) {
        long times = 0;
        for (int task : Spare.criticalPath(problem, schedule)) {
            times += schedule.end(task) - schedule.start(task);
        }
        return times;
    }

    static int papersAlpha(ZhaoType type, int scheduler) {
        return values(ZhaoPaper.ALPHAS, type)[scheduler];
    }

    static <T> T values(Map<String, T> byType, ZhaoType type) {
        T values = byType.get(type.name());
        if (values == null) {
            throw new IllegalArgumentException("the paper has nothing of " + type.name());
        }
        return values;
    }

    /** A run whose schedule ends after the deadline has no plan, and nothing to measure. */
    private static void put(
            Map<String, Double> measures,
            String prefix,
            WorkflowProblem problem,
            Schedule schedule,
            String scheduler,
            String variant,
            long deadline,
            ZhaoReading reading) {
        if (schedule.finish() > deadline) {
            for (Statistic statistic : Statistic.values()) {
                measures.put(prefix + statistic.measure(scheduler, variant), Double.NaN);
            }
            return;
        }
        Plan plan = SparePolicies.named(variant).spread(problem, schedule, deadline, reading.left(deadline));
        for (Statistic statistic : Statistic.values()) {
            measures.put(prefix + statistic.measure(scheduler, variant), statistic.of(plan));
        }
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> results) {
        int runs = runs(options);
        MeasuredRuns measured = new MeasuredRuns(results);
        Map<String, String> settings = options.settings();
        settings.put("runs a cell", Integer.toString(runs));
        settings.put("machines", Integer.toString(ZhaoWorkload.MACHINES));
        settings.put("tasks", "Montage 57, F&J 61, FFT 66, Laplace 64, Random 60");
        settings.put("deadline", "1500");
        ZhaoTable1Panels shown = new ZhaoTable1Panels(measured, runs);
        return new Figure(
                ID,
                TITLE,
                "zhao, table 1",
                settings,
                shown.all(),
                new ZhaoTable1Claims(
                                measured,
                                runs,
                                DEADLINE_FOR.of(options).equals("1500") ? "" : AT_PAPERS,
                                DEADLINE_FOR.of(options).equals("all-schedulers"))
                        .all(),
                shown.notes());
    }
}
