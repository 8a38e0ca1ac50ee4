package dev.berth.cli.workflow;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Streams;
import dev.berth.cli.replay.RecordJson;
import dev.berth.cli.text.Columns;
import dev.berth.cli.text.Count;
import dev.berth.engine.model.BadValue;
import dev.berth.words.Moments;
import dev.berth.workflow.Planner;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.read.ReadWorkflow;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.spare.SparePolicies;
import dev.berth.workflow.spare.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code berth workflow plan}. */
final class WorkflowPlan implements ShellCommand {
    private final Environment environment;
    private final Streams streams;

    private String file = "";

    private String machines = "";

    private String scheduler = Schedulers.DEFAULT;

    private String spare = SparePolicies.DEFAULT;

    private @Nullable String threshold;

    private String deadline = "";

    private @Nullable String start;

    private boolean json;

    private @Nullable Path gantt;

    WorkflowPlan(Environment environment) {
        this.environment = environment;
        this.streams = environment.streams();
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Chooses a machine and a time for every task of a workflow, and distributes the spare time before the deadline, so that a task that takes longer does not break the plan.");
        syntax.parameter(
                "FILE",
                "Workflow file: WfFormat, DAX or Berth's JSON, may be gzipped; - reads standard input",
                value -> file = value);
        syntax.text(
                        "--machines",
                        "N|FILE",
                        "Number of machines of rate 1, connected at 1 Gbit/s, or a JSON file that describes them",
                        value -> machines = value)
                .required();
        syntax.text(
                        "--scheduler",
                        "NAME",
                        "heft, hbmct, fcp, dls, cpop, min-min, max-min or greedy",
                        value -> scheduler = value)
                .byDefault(Schedulers.DEFAULT);
        syntax.text(
                        "--spare",
                        "NAME",
                        "How to distribute spare time: r_even_time, r_even_percent1, r_cp_first, r_even_percent2, cp_even_time, cp_even_percent or dag_reserve",
                        value -> spare = value)
                .byDefault(SparePolicies.DEFAULT);
        syntax.text("--threshold", "SHARE", PlanOptions.THRESHOLD, value -> threshold = value);
        syntax.text(
                        "--deadline",
                        "D",
                        "Latest end: a duration from the start, such as 1.5h or 5400 (seconds), or a time",
                        value -> deadline = value)
                .required();
        syntax.text("--start", "TIME", "Start of the plan. Default: now", value -> start = value);
        syntax.flag("--json", "Print the plan as JSON", () -> json = true);
        syntax.path("--gantt", "FILE", "Draw the plan into this SVG file", value -> gantt = value);
        syntax.examples(
                "berth workflow plan montage.dax --machines 8 --deadline 2h --gantt plan.svg",
                "berth workflow plan montage.json.gz --machines machines.json --deadline \"tomorrow 09:00\" --json");
    }

    @Override
    public int run() {
        Planner planner = planner(scheduler, spare);
        Threshold asked = PlanOptions.threshold(threshold, spare);
        Threshold left = asked == null ? Threshold.DEFAULT : asked;
        PlanDeadline until = PlanDeadline.of(deadline, start, environment);
        ReadWorkflow read = Inputs.workflow(file, streams);
        Machines on = Inputs.machines(machines, streams);
        WorkflowProblem problem = Inputs.problem(read, on);
        return switch (planner.plan(problem, until.millis(), left)) {
            case Planner.Planned planned -> {
                PlanReport shown = PlanReport.of(
                        read.workflow(),
                        on,
                        planned,
                        new PlanReport.Policy(scheduler, spare, left),
                        until,
                        read.notes());
                draw(problem, planned);
                streams.out().print(json ? RecordJson.of(shown) + "\n" : text(shown));
                yield ExitCode.DONE;
            }
            case Planner.NoPlan refused -> {
                streams.err().println("Refused: " + reason(refused, until));
                yield ExitCode.REFUSED;
            }
        };
    }

    static Planner planner(String scheduler, String spare) {
        try {
            return new Planner(scheduler, spare);
        } catch (BadValue e) {
            throw new BadInput("--%s: \"%s\" %s"
                    .formatted(e.field().equals("scheduler") ? "scheduler" : "spare", e.value(), e.rule()));
        }
    }

    static String reason(Planner.NoPlan refused, PlanDeadline until) {
        return switch (refused) {
            case Planner.DeadlineImpossible late ->
                "%s: with %s the last task ends %s after the start, and the deadline is at %s; give a later deadline, more machines or another scheduler (berth workflow compare shows them all)"
                        .formatted(
                                late.reason(),
                                late.scheduler(),
                                Elapsed.text(late.finish()),
                                Elapsed.text(until.millis()));
            case Planner.NoCapacity full -> full.reason() + ": " + full.words();
        };
    }

    private void draw(WorkflowProblem problem, Planner.Planned planned) {
        if (gantt == null) {
            return;
        }
        String svg = new GanttPicture(problem, planned.plan()).svg();
        try {
            Files.writeString(gantt, svg);
        } catch (IOException e) {
            throw new Failed(gantt + ": cannot be written", e);
        }
    }

    private String text(PlanReport plan) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                """
                %s: %s on %s, scheduler %s, spare time %s%s
                makespan %s, deadline %s, last slot ends at %s
                spare time of a task, of its run time: least %.1f%%, mean %.1f%%, greatest %.1f%%
                """,
                plan.workflow(),
                Count.of(plan.slots().size(), "task"),
                Count.of(plan.machines().size(), "machine"),
                plan.scheduler(),
                plan.spare(),
                plan.threshold() == null
                        ? ""
                        : ", threshold " + Threshold.of(plan.threshold()).percent(),
                Elapsed.text(plan.makespanMillis()),
                Elapsed.text(plan.deadlineMillis()),
                Elapsed.text(plan.finishMillis()),
                plan.leastSparePercent(),
                plan.meanSparePercent(),
                plan.greatestSparePercent()));
        if (plan.begin() != null) {
            Moments moments = Moments.in(environment.clock(), "");
            Instant begin = Instant.parse(plan.begin());
            text.append("begins %s, done by %s\n"
                    .formatted(moments.text(begin), moments.text(begin.plusMillis(plan.deadlineMillis()))));
        }
        if (plan.gapMillis() > 0) {
            text.append("between the slots its machines are free for %s in all, for jobs without reservations\n"
                    .formatted(Elapsed.text(plan.gapMillis())));
        }
        if (plan.wholeMachines()) {
            text.append("all machines are booked from the start to the deadline; tasks start as soon as they can\n");
        }
        Columns columns = new Columns("task", "kind", "machine", "start", "end", "run time", "spare", "%");
        for (PlanReport.Slot slot : plan.slots()) {
            columns.row(
                    slot.task(),
                    slot.kind().isEmpty() ? "-" : slot.kind(),
                    slot.machine(),
                    Elapsed.text(slot.startMillis()),
                    Elapsed.text(slot.endMillis()),
                    Elapsed.text(slot.runMillis()),
                    Elapsed.text(slot.spareMillis()),
                    String.format(Locale.ROOT, "%.1f", slot.sparePercent()));
        }
        return text.append('\n').append(columns).toString();
    }
}
