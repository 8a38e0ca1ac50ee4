package dev.berth.workflow.spare;

import dev.berth.workflow.model.Progress;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Figure 4 of zhao as it is printed: all paths of the schedule are found and gone through. */
final class LiteralPaths {
    private final WorkflowProblem problem;
    private final Schedule schedule;
    private final Set<Integer> fixed = new HashSet<>();
    private final List<TreeSet<Integer>> next = new ArrayList<>();
    private final List<List<Integer>> paths = new ArrayList<>();
    private final long[] start;

    LiteralPaths(WorkflowProblem problem, Schedule schedule) {
        this.problem = problem;
        this.schedule = schedule;
        for (Progress.Fixed done : problem.progress().fixed()) {
            fixed.add(done.task());
        }
        Set<Integer> waiting = new HashSet<>();
        for (int task = 0; task < schedule.size(); task++) {
            next.add(new TreeSet<>());
        }
        problem.workflow().edges().forEach(edge -> connect(edge.from(), edge.to(), waiting));
        for (int machine = 0; machine < problem.machines().size(); machine++) {
            int[] tasks = schedule.tasksOn(machine);
            for (int at = 1; at < tasks.length; at++) {
                connect(tasks[at - 1], tasks[at], waiting);
            }
        }
        for (int task = 0; task < schedule.size(); task++) {
            if (!fixed.contains(task) && !waiting.contains(task)) {
                walk(new ArrayList<>(List.of(task)));
            }
        }
        start = starts();
    }

    /** The schedule's starts, each as early as those it waits for allow: shifted until nothing changes. */
    private long[] starts() {
        long[] starts = new long[schedule.size()];
        for (int task = 0; task < starts.length; task++) {
            starts[task] = fixed.contains(task)
                    ? schedule.start(task)
                    : problem.progress().notBefore();
        }
        for (int round = 0; round < starts.length; round++) {
            for (int machine = 0; machine < problem.machines().size(); machine++) {
                long free = 0;
                for (int task : schedule.tasksOn(machine)) {
                    starts[task] = fixed.contains(task) ? starts[task] : Math.max(starts[task], free);
                    free = Math.max(free, starts[task] + time(task));
                }
            }
            problem.workflow().edges().forEach(edge -> {
                long arrival = starts[edge.from()] + time(edge.from()) + delay(edge.from(), edge.to());
                starts[edge.to()] =
                        fixed.contains(edge.to()) ? starts[edge.to()] : Math.max(starts[edge.to()], arrival);
            });
        }
        return starts;
    }

    long finish() {
        long finish = 0;
        for (int task = 0; task < start.length; task++) {
            finish = Math.max(finish, start[task] + time(task));
        }
        return finish;
    }

    private void connect(int from, int to, Set<Integer> waiting) {
        if (!fixed.contains(from) && !fixed.contains(to)) {
            next.get(from).add(to);
            waiting.add(to);
        }
    }

    /** Adds every path that goes on from here, in lexicographic order, because neighbours are sorted. */
    private void walk(List<Integer> path) {
        TreeSet<Integer> after = next.get(path.getLast());
        if (after.isEmpty()) {
            paths.add(List.copyOf(path));
        }
        for (int task : after) {
            path.add(task);
            walk(path);
            path.removeLast();
        }
    }

    List<List<Integer>> paths() {
        return paths;
    }

    /** The longest, and the first of several. */
    List<Integer> criticalPath() {
        List<Integer> longest = List.of();
        long length = -1;
        for (List<Integer> path : paths) {
            if (length(path) > length) {
                length = length(path);
                longest = path;
            }
        }
        return longest;
    }

    private long length(List<Integer> path) {
        long length = start[path.getFirst()];
        for (int at = 0; at < path.size(); at++) {
            length += time(path.get(at));
            length += at == 0 ? 0 : delay(path.get(at - 1), path.get(at));
        }
        return length;
    }

    private long delay(int from, int to) {
        for (int edge = 0; edge < problem.workflow().edgeCount(); edge++) {
            if (problem.workflow().from(edge) == from && problem.workflow().to(edge) == to) {
                return problem.transfer(edge, schedule.machine(from), schedule.machine(to));
            }
        }
        return 0;
    }

    private long time(int task) {
        return schedule.end(task) - schedule.start(task);
    }

    /** Shares of the spare time for each task, by even time or by even percentage. */
    long[] shares(long deadline, boolean percent) {
        long left = deadline - finish();
        long[] least = new long[schedule.size()];
        for (int task = 0; task < least.length; task++) {
            least[task] = fixed.contains(task) ? 0 : left;
        }
        List<Integer> critical = criticalPath();
        long criticalWeight =
                critical.stream().mapToLong(task -> weight(task, percent)).sum();
        for (int task : critical) {
            least[task] = criticalWeight == 0 ? 0 : left * weight(task, percent) / criticalWeight;
        }
        for (List<Integer> path : paths) {
            long given = path.stream()
                    .filter(critical::contains)
                    .mapToLong(task -> least[task])
                    .sum();
            List<Integer> others =
                    path.stream().filter(task -> !critical.contains(task)).toList();
            long weight =
                    others.stream().mapToLong(task -> weight(task, percent)).sum();
            for (int task : others) {
                long share = weight == 0 ? 0 : (left - given) * weight(task, percent) / weight;
                least[task] = Math.min(least[task], share);
            }
        }
        return least;
    }

    private long weight(int task, boolean percent) {
        return percent ? time(task) : 1;
    }
}
