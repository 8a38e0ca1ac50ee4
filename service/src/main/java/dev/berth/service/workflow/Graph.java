package dev.berth.service.workflow;

import dev.berth.workflow.model.Edge;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.ReadWorkflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A workflow in the form in which the journal keeps it: columns, not rows, for there may be thousands of tasks.
 *
 * @param times of tasks that tell how long they take in which pool, by task and pool
 */
public record Graph(
        String name,
        List<String> tasks,
        List<String> kinds,
        List<Long> work,
        List<Integer> from,
        List<Integer> to,
        List<Long> data,
        Map<String, Map<String, Long>> times) {
    public static Graph of(ReadWorkflow read) {
        Workflow workflow = read.workflow();
        return new Graph(
                workflow.name(),
                workflow.tasks().stream().map(Task::id).toList(),
                workflow.tasks().stream().map(Task::kind).toList(),
                workflow.tasks().stream().map(Task::work).toList(),
                workflow.edges().stream().map(Edge::from).toList(),
                workflow.edges().stream().map(Edge::to).toList(),
                workflow.edges().stream().map(Edge::data).toList(),
                read.times());
    }

    public ReadWorkflow read() {
        List<Task> all = new ArrayList<>();
        for (int task = 0; task < tasks.size(); task++) {
            all.add(new Task(tasks.get(task), kinds.get(task), work.get(task)));
        }
        List<Edge> edges = new ArrayList<>();
        for (int edge = 0; edge < from.size(); edge++) {
            edges.add(new Edge(from.get(edge), to.get(edge), data.get(edge)));
        }
        return new ReadWorkflow(new Workflow(name, all, edges), times, ReadWorkflow.Format.NATIVE, List.of());
    }
}
