package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Problem;
import java.util.Arrays;

/**
 * Balanced Minimum Completion Time (Sakellariou, Zhao 2004) for tasks that do not need each other. Each task starts out
 * on the machine that runs it fastest; then tasks leave the machine that ends last for another one, as long as that
 * makes its end earlier and the other machine ends earlier than it did.
 *
 * <p>Readings: of machines that run a task equally fast it goes to the one on which it ends first; a machine runs its
 * tasks by rank, those that moved to it last; the task to move is the one that ends earliest elsewhere. Every move makes
 * the sorted list of ends smaller, so it ends by itself; it is also cut off after four moves for each task.
 */
final class Balancing {
    private static final int MOVES_PER_TASK = 4;

    private final Problem problem;
    private final Draft draft;
    private final int[] tasks;
    private final long[][] ready;
    private final MachineLoad[] loads;
    private final int[] target;
    private final long[] targetEnd;

    Balancing(Problem problem, Draft draft, int[] tasks) {
        this.problem = problem;
        this.draft = draft;
        this.tasks = tasks;
        int machines = problem.machines().size();
        ready = new long[tasks.length][machines];
        target = new int[tasks.length];
        targetEnd = new long[tasks.length];
        loads = new MachineLoad[machines];
        for (int machine = 0; machine < machines; machine++) {
            loads[machine] = new MachineLoad(machine);
        }
    }

    void place() {
        for (int at = 0; at < tasks.length; at++) {
            draft.dataReady(tasks[at], ready[at]);
            loads[fastest(at)].add(at);
        }
        balance();
        for (MachineLoad load : loads) {
            load.place();
        }
    }

    private int fastest(int at) {
        int best = -1;
        long bestEnd = Long.MAX_VALUE;
        for (int machine = 0; machine < loads.length; machine++) {
            long end = loads[machine].endWith(at);
            if (end >= Timeline.NEVER) {
                continue;
            }
            long gain = best < 0 ? 1 : problem.time(tasks[at], best) - problem.time(tasks[at], machine);
            if (gain > 0 || (gain == 0 && end < bestEnd)) {
                best = machine;
                bestEnd = end;
            }
        }
        if (best < 0) {
            throw new Unschedulable(problem.workflow().task(tasks[at]).id());
        }
        return best;
    }

    private void balance() {
        int source = -1;
        int changed = -1;
        for (int moves = 0; moves < MOVES_PER_TASK * tasks.length; moves++) {
            int latest = latest();
            // While one machine stays the latest, only tasks that would have gone to the one that grew need a new look.
            findTargets(loads[latest], latest == source ? changed : -1);
            source = latest;
            changed = moveOne(loads[source]);
            if (changed < 0) {
                return;
            }
        }
    }

    private int latest() {
        int latest = -1;
        for (int machine = 0; machine < loads.length; machine++) {
            if (loads[machine].size > 0 && (latest < 0 || loads[machine].end() > loads[latest].end())) {
                latest = machine;
            }
        }
        return latest;
    }

    private void findTargets(MachineLoad source, int onlyOf) {
        for (int k = 0; k < source.size; k++) {
            int at = source.list[k];
            if (onlyOf >= 0 && target[at] != onlyOf) {
                continue;
            }
            target[at] = source.machine;
            targetEnd[at] = source.end();
            for (MachineLoad other : loads) {
                long end = other == source ? Long.MAX_VALUE : other.endWith(at);
                if (end < targetEnd[at]) {
                    target[at] = other.machine;
                    targetEnd[at] = end;
                }
            }
        }
    }

    /** Moves the task that ends earliest elsewhere and whose leaving helps; the machine it goes to, or -1. */
    private int moveOne(MachineLoad source) {
        boolean[] tried = new boolean[source.size];
        while (true) {
            int best = -1;
            for (int k = source.lastBlock(); k < source.size; k++) {
                int at = source.list[k];
                boolean helps = !tried[k] && target[at] != source.machine && targetEnd[at] < source.end();
                if (helps && (best < 0 || targetEnd[at] < targetEnd[source.list[best]])) {
                    best = k;
                }
            }
            if (best < 0) {
                return -1;
            }
            if (source.endWithout(best) < source.end()) {
                int at = source.list[best];
                source.remove(best);
                loads[target[at]].add(at);
                return target[at];
            }
            tried[best] = true;
        }
    }

    /** The tasks of the group on one machine, in the order it runs them. */
    private final class MachineLoad {
        private final int machine;
        private int[] list = new int[4];
        private long[] starts = new long[4];
        private int size;

        MachineLoad(int machine) {
            this.machine = machine;
        }

        long end() {
            return endOf(size);
        }

        private long endOf(int count) {
            return count == 0
                    ? draft.lastEnd(machine)
                    : starts[count - 1] + problem.time(tasks[list[count - 1]], machine);
        }

        long endWith(int at) {
            return start(at, end()) + problem.time(tasks[at], machine);
        }

        private long start(int at, long last) {
            return draft.append(tasks[at], machine, ready[at][machine], last);
        }

        /** Before this place the machine waits: a task that leaves earlier does not make the end earlier. */
        int lastBlock() {
            int k = size - 1;
            while (k > 0 && starts[k] == endOf(k)) {
                k--;
            }
            return Math.max(k, 0);
        }

        void add(int at) {
            if (size == list.length) {
                list = Arrays.copyOf(list, 2 * size);
                starts = Arrays.copyOf(starts, 2 * size);
            }
            starts[size] = start(at, end());
            list[size++] = at;
        }

        long endWithout(int place) {
            long last = endOf(place);
            for (int k = place + 1; k < size; k++) {
                last = start(list[k], last) + problem.time(tasks[list[k]], machine);
            }
            return last;
        }

        void remove(int place) {
            int rest = size;
            size = place;
            for (int k = place + 1; k < rest; k++) {
                add(list[k]);
            }
        }

        void place() {
            for (int k = 0; k < size; k++) {
                draft.place(tasks[list[k]], machine, starts[k]);
            }
        }
    }
}
