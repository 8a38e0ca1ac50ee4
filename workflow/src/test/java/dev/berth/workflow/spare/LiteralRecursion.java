package dev.berth.workflow.spare;

import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** Figure 3 of zhao as it is printed, for machines without busy windows and nothing that has happened. */
final class LiteralRecursion {
    private final WorkflowProblem problem;
    private final Schedule schedule;
    private final int size;
    private final long[] slot;
    private final long[] start;

    LiteralRecursion(WorkflowProblem problem, Schedule schedule) {
        this.problem = problem;
        this.schedule = schedule;
        size = schedule.size();
        slot = new long[size];
        start = new long[size];
        for (int task = 0; task < size; task++) {
            slot[task] = time(task);
        }
        update();
    }

    /** The slots' lengths after the last round; empty if a round passed the deadline. */
    OptionalLong run(int variant, long deadline, long threshold, List<Integer> criticalPath) {
        long[] total = new long[size];
        long left = deadline - finish();
        boolean first = true;
        do {
            long[] spare = spare();
            long[] shares = shares(variant, left);
            if (variant == 3 && first) {
                Arrays.setAll(shares, task -> criticalPath.contains(task) ? shares[task] : 0);
            }
            // What the figure does not say: it would go round for ever.
            if (Arrays.stream(shares).sum() == 0) {
                return OptionalLong.of(finish());
            }
            for (int task = 0; task < size; task++) {
                total[task] += shares[task];
                if (variant == 2 || variant == 3) {
                    slot[task] += shares[task];
                } else if (spare[task] < total[task]) {
                    slot[task] += total[task] - spare[task];
                }
            }
            update();
            left = deadline - finish();
            if (left < 0) {
                return OptionalLong.empty();
            }
            first = false;
        } while (left >= threshold);
        return OptionalLong.of(finish());
    }

    private long[] shares(int variant, long left) {
        long sum = 0;
        for (int task = 0; task < size; task++) {
            sum += variant == 1 ? 1 : time(task);
        }
        long[] shares = new long[size];
        for (int task = 0; task < size; task++) {
            shares[task] = sum == 0 ? 0 : left * (variant == 1 ? 1 : time(task)) / sum;
        }
        return shares;
    }

    long slot(int task) {
        return slot[task];
    }

    private long time(int task) {
        return schedule.end(task) - schedule.start(task);
    }

    private void update() {
        Arrays.fill(start, 0);
        for (int round = 0; round < size; round++) {
            for (int one = 0; one < size; one++) {
                for (int other = 0; other < size; other++) {
                    if (waits(one, other)) {
                        start[other] = Math.max(start[other], start[one] + slot[one] + delay(one, other));
                    }
                }
            }
        }
    }

    private long[] spare() {
        long[] spare = new long[size];
        for (int one = 0; one < size; one++) {
            spare[one] = finish() - start[one] - time(one);
            for (int other = 0; other < size; other++) {
                if (waits(one, other)) {
                    spare[one] = Math.min(spare[one], start[other] - delay(one, other) - start[one] - time(one));
                }
            }
        }
        return spare;
    }

    private boolean waits(int one, int other) {
        return delay(one, other) >= 0;
    }

    /** -1 if the other waits for neither this one's data nor its machine. */
    private long delay(int one, int other) {
        for (int edge = 0; edge < problem.workflow().edgeCount(); edge++) {
            if (problem.workflow().from(edge) == one && problem.workflow().to(edge) == other) {
                return problem.transfer(edge, schedule.machine(one), schedule.machine(other));
            }
        }
        int[] order = schedule.tasksOn(schedule.machine(one));
        for (int at = 1; at < order.length; at++) {
            if (order[at - 1] == one && order[at] == other) {
                return 0;
            }
        }
        return -1;
    }

    private long finish() {
        long finish = 0;
        for (int task = 0; task < size; task++) {
            finish = Math.max(finish, start[task] + slot[task]);
        }
        return finish;
    }
}
