package dev.berth.cli.workflow.run;

import dev.berth.cli.text.Columns;
import dev.berth.words.Moments;
import dev.berth.workflow.model.Workflow;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** Shows how a run goes on: on a terminal as a table that is drawn anew, otherwise as a line for whatever happens. */
final class PlanProgress {
    private static final int MOST_ROWS = 15;
    private static final String CLEAR = "\u001b[J";

    private final Workflow workflow;
    private final String plan;
    private final PrintStream err;
    private final Moments moments;
    private final boolean isTerminal;
    private int lines;
    private String shown = "";

    PlanProgress(Workflow workflow, String plan, PrintStream err, Moments moments, boolean isTerminal) {
        this.workflow = workflow;
        this.plan = plan;
        this.err = err;
        this.moments = moments;
        this.isTerminal = isTerminal;
    }

    /** Says something that stays. */
    synchronized void say(String line) {
        erase();
        err.println("berth: " + line);
    }

    /** Draws the table, if it has changed. */
    synchronized void show(TaskState[] states, IntFunction<Optional<TaskSlotState>> slots) {
        if (!isTerminal) {
            return;
        }
        String table = table(states, slots);
        if (table.equals(shown)) {
            return;
        }
        erase();
        err.print(table);
        err.flush();
        shown = table;
        lines = (int) table.lines().count();
    }

    /** Table of the running tasks, followed by the waiting ones. */
    private String table(TaskState[] states, IntFunction<Optional<TaskSlotState>> slots) {
        Map<TaskState, Integer> counts = new EnumMap<>(TaskState.class);
        for (TaskState state : states) {
            counts.merge(state, 1, Integer::sum);
        }
        Columns columns = new Columns("TASK", "STATE", "POOL", "START", "SLOT END");
        int rows = 0;
        for (TaskState state : new TaskState[] {TaskState.RUNNING, TaskState.WAITING}) {
            for (int task = 0; task < states.length && rows < MOST_ROWS; task++) {
                Optional<TaskSlotState> slot = slots.apply(task);
                if (states[task] == state && slot.isPresent()) {
                    columns.row(
                            workflow.task(task).id(),
                            state == TaskState.RUNNING ? "runs" : "waits",
                            slot.get().pool(),
                            moments.text(slot.get().start()),
                            moments.text(slot.get().end()));
                    rows++;
                }
            }
        }
        return "%s %s: %d of %d done, %d running, %d waiting%n"
                        .formatted(
                                plan,
                                workflow.name(),
                                counts.getOrDefault(TaskState.DONE, 0),
                                states.length,
                                counts.getOrDefault(TaskState.RUNNING, 0),
                                counts.getOrDefault(TaskState.WAITING, 0))
                + (rows == 0 ? "" : columns);
    }

    private void erase() {
        if (lines > 0) {
            err.print("\u001b[%dA".formatted(lines) + CLEAR);
            lines = 0;
        }
        shown = "";
    }

    synchronized void end() {
        erase();
        err.flush();
    }
}
