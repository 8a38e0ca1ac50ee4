package dev.berth.workflow.read;

import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.List;
import java.util.Map;

/**
 * Workflow read from a file, with the details that the model does not have.
 *
 * @param times run times in milliseconds by task and machine, of the tasks that list them
 * @param commands the words of each task's command, by task; empty unless {@link FileLimits#commands they were asked for}
 * @param notes assumptions made where the file says nothing, for people
 */
public record ReadWorkflow(
        Workflow workflow,
        Map<String, Map<String, Long>> times,
        Map<String, List<String>> commands,
        Format format,
        List<String> notes) {
    /** Format of a workflow file. */
    public enum Format {
        WFFORMAT("WfFormat"),
        DAX("DAX"),
        NATIVE("Berth's own");

        private final String title;

        Format(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    public ReadWorkflow {
        times = Map.copyOf(times);
        commands = Map.copyOf(commands);
        notes = List.copyOf(notes);
    }

    public ReadWorkflow(Workflow workflow, Map<String, Map<String, Long>> times, Format format, List<String> notes) {
        this(workflow, times, Map.of(), format, notes);
    }

    /**
     * The workflow on some machines, with the times that the file tells, or else work over rate.
     *
     * @throws BadWorkflow if a task tells its times and leaves a machine out
     */
    public WorkflowProblem on(Machines machines) {
        WorkflowProblem byRates = WorkflowProblem.of(workflow, machines);
        if (times.isEmpty()) {
            return byRates;
        }
        long[][] cost = new long[workflow.size()][machines.size()];
        for (int task = 0; task < cost.length; task++) {
            Map<String, Long> told = times.get(workflow.task(task).id());
            for (int machine = 0; machine < machines.size(); machine++) {
                cost[task][machine] = told == null
                        ? byRates.time(task, machine)
                        : time(task, told, machines.machine(machine).id());
            }
        }
        return WorkflowProblem.of(workflow, machines, cost);
    }

    private long time(int task, Map<String, Long> told, String machine) {
        Long time = told.get(machine);
        if (time == null) {
            throw new BadWorkflow(
                    "task " + workflow.task(task).id(),
                    "it has no seconds on machine %s, only on %s; add them, or use those machines"
                            .formatted(
                                    machine,
                                    String.join(
                                            ", ",
                                            told.keySet().stream().sorted().toList())));
        }
        return time;
    }
}
