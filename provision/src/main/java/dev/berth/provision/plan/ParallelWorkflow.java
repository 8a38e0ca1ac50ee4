package dev.berth.provision.plan;

import dev.berth.engine.model.BadValue;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.Workflow;
import java.util.Arrays;
import java.util.Map;

/** A workflow whose tasks may need several servers at once, each of them for the whole of its work. */
public final class ParallelWorkflow {
    private final Workflow workflow;
    private final int[] servers;

    /**
     * A workflow with the servers of its tasks.
     *
     * @param servers of each task, by its index
     */
    public ParallelWorkflow(Workflow workflow, int[] servers) {
        if (servers.length != workflow.size()) {
            throw new BadValue(
                    "servers", servers.length, "must be one number for each of " + workflow.size() + " tasks");
        }
        for (int task = 0; task < servers.length; task++) {
            if (servers[task] < 1) {
                throw new BadWorkflow(
                        "task " + workflow.task(task).id(),
                        "it takes " + servers[task] + " servers, but a task takes 1 or more");
            }
        }
        this.workflow = workflow;
        this.servers = servers.clone();
    }

    /** Every task takes as many. */
    public static ParallelWorkflow of(Workflow workflow, int each) {
        int[] servers = new int[workflow.size()];
        Arrays.fill(servers, each);
        return new ParallelWorkflow(workflow, servers);
    }

    /** Tasks of these kinds take the given numbers of servers, all others the usual one. */
    public static ParallelWorkflow byKind(Workflow workflow, Map<String, Integer> kinds, int others) {
        return new ParallelWorkflow(
                workflow,
                workflow.tasks().stream()
                        .map(Task::kind)
                        .mapToInt(kind -> kinds.getOrDefault(kind, others))
                        .toArray());
    }

    public Workflow workflow() {
        return workflow;
    }

    public int size() {
        return servers.length;
    }

    /** How many servers a task takes. */
    public int servers(int task) {
        return servers[task];
    }

    public int widest() {
        return Arrays.stream(servers).max().orElse(1);
    }
}
