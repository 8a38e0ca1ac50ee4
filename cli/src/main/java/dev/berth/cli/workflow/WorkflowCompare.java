package dev.berth.cli.workflow;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.ShownProgress;
import dev.berth.cli.console.Streams;
import dev.berth.cli.replay.RecordJson;
import dev.berth.cli.text.Columns;
import dev.berth.cli.text.Count;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.read.ReadWorkflow;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.schedule.Unschedulable;
import dev.berth.workflow.spare.SparePolicies;
import dev.berth.workflow.spare.Threshold;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code berth workflow compare}. */
final class WorkflowCompare implements ShellCommand {
    private final Environment environment;
    private final Streams streams;

    private String file = "";

    private String machines = "5";

    private @Nullable String deadline;

    private @Nullable String threshold;

    private boolean json;

    WorkflowCompare(Environment environment) {
        this.environment = environment;
        this.streams = environment.streams();
    }

    /** Comparison as {@code --json} writes it. */
    record Comparison(String workflow, int machines, long deadlineMillis, List<Row> rows) {}

    /** One scheduler with one policy; percentages are missing if the makespan is longer than the deadline. */
    record Row(
            String scheduler,
            String spare,
            long makespanMillis,
            boolean meetsDeadline,
            @Nullable Double leastSparePercent,
            @Nullable Double meanSparePercent,
            @Nullable Double greatestSparePercent) {}

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Plans a workflow with every scheduler and every spare-time policy, and compares the results.");
        syntax.parameter(
                "FILE",
                "Workflow file: WfFormat, DAX or Berth's JSON, may be gzipped; - reads standard input",
                value -> file = value);
        syntax.text(
                        "--machines",
                        "N|FILE",
                        "Number of machines of rate 1, connected at 1 Gbit/s, or a JSON file that describes them",
                        value -> machines = value)
                .byDefault("5");
        syntax.text(
                "--deadline",
                "D",
                "Duration from the start, such as 1.5h or 5400 (seconds), or a time. Default: 1.5 times the shortest makespan",
                value -> deadline = value);
        syntax.text("--threshold", "SHARE", PlanOptions.THRESHOLD, value -> threshold = value);
        syntax.flag("--json", "Print the comparison as JSON", () -> json = true);
    }

    @Override
    public int run() {
        Threshold asked = PlanOptions.threshold(threshold, SparePolicies.DEFAULT);
        Threshold left = asked == null ? Threshold.DEFAULT : asked;
        PlanDeadline told = deadline == null ? null : PlanDeadline.of(deadline, null, environment);
        ReadWorkflow read = Inputs.workflow(file, streams);
        WorkflowProblem problem = Inputs.problem(read, Inputs.machines(machines, streams));
        Comparison comparison = compare(problem, told, left);
        streams.out().print(json ? RecordJson.of(comparison) + "\n" : text(comparison, problem.tasks()));
        return ExitCode.DONE;
    }

    private Comparison compare(WorkflowProblem problem, @Nullable PlanDeadline told, Threshold left) {
        int schedulers = Schedulers.names().size();
        long plans = (long) schedulers * (SparePolicies.names().size() + 1);
        try (ShownProgress progress = ShownProgress.ofRuns("Planning", plans, streams.err())) {
            Map<String, Schedule> schedules = schedules(problem, progress);
            long shortest = schedules.values().stream()
                    .mapToLong(Schedule::makespan)
                    .min()
                    .orElse(0);
            long until = told == null ? shortest + shortest / 2 : told.millis();
            List<Row> rows = new ArrayList<>();
            schedules.forEach((scheduler, schedule) -> {
                for (String spare : SparePolicies.names()) {
                    rows.add(row(problem, scheduler, schedule, spare, until, left));
                    progress.to(schedulers + rows.size());
                }
            });
            return new Comparison(problem.workflow().name(), problem.machines().size(), until, rows);
        }
    }

    private static Map<String, Schedule> schedules(WorkflowProblem problem, ShownProgress progress) {
        Map<String, Schedule> schedules = new LinkedHashMap<>();
        for (String name : Schedulers.names()) {
            try {
                schedules.put(name, Schedulers.named(name).schedule(problem));
            } catch (Unschedulable e) {
                throw new BadInput("--machines: " + e.getMessage());
            }
            progress.to(schedules.size());
        }
        return schedules;
    }

    private static Row row(
            WorkflowProblem problem, String scheduler, Schedule schedule, String spare, long until, Threshold left) {
        if (schedule.finish() > until) {
            return new Row(scheduler, spare, schedule.makespan(), false, null, null, null);
        }
        DoubleSummaryStatistics percent = SparePolicies.named(spare)
                .spread(problem, schedule, until, left.of(until))
                .sparePercentages();
        boolean none = percent.getCount() == 0;
        return new Row(
                scheduler,
                spare,
                schedule.makespan(),
                true,
                none ? 0 : percent.getMin(),
                percent.getAverage(),
                none ? 0 : percent.getMax());
    }

    private static String text(Comparison comparison, int tasks) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                """
                %s: %s on %s, deadline %s after the start; spare time of a task in %% of its run time

                """,
                comparison.workflow,
                Count.of(tasks, "task"),
                Count.of(comparison.machines, "machine"),
                Elapsed.text(comparison.deadlineMillis)));
        Columns columns = new Columns("scheduler", "makespan", "spare time", "least", "mean", "greatest");
        for (Row row : comparison.rows) {
            columns.row(
                    row.scheduler,
                    Elapsed.text(row.makespanMillis),
                    row.spare,
                    percent(row.leastSparePercent),
                    percent(row.meanSparePercent),
                    percent(row.greatestSparePercent));
        }
        text.append(columns);
        if (comparison.rows.stream().anyMatch(row -> !row.meetsDeadline)) {
            text.append("\n- is a makespan that is longer than the deadline\n");
        }
        return text.toString();
    }

    private static String percent(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }
}
