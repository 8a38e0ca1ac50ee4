package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.WorkflowProblem;

/**
 * Balanced Minimum Completion Time (Sakellariou, Zhao 2004) for tasks that do not need each other. Each task starts out
 * on the machine that runs it fastest; then tasks leave the machine that ends last for another one, as long as it then
 * ends earlier and the other still ends earlier than it did.
 *
 * <p>Readings: of machines that run a task equally fast it goes to the one that ends first with it; a machine runs its
 * tasks in the order in which their data comes; the task to move is the one after which the later of both machines ends
 * first; and a machine that none can leave is passed over for the next latest. Every move makes the sorted list of ends
 * smaller, so it ends by itself; it is also cut off after four moves for each task. Of a machine with very many tasks only
 * the last {@value #CANDIDATES} are looked at, else a move would take tasks x machines.
 */
final class Balancing {
    private static final int MOVES_PER_TASK = 4;
    private static final int CANDIDATES = 16;
    private static final int NOWHERE = -1;

    private final WorkflowProblem problem;
    private final ScheduleDraft draft;
    private final int[] group;
    private final long[][] ready;
    private final MachineLoad[] loads;
    private final int[] target;
    private final long[] targetEnd;

    Balancing(WorkflowProblem problem, ScheduleDraft draft, int[] group) {
        this.problem = problem;
        this.draft = draft;
        this.group = group;
        int machines = problem.machines().size();
        ready = new long[group.length][machines];
        target = new int[group.length];
        targetEnd = new long[group.length];
        loads = new MachineLoad[machines];
        for (int machine = 0; machine < machines; machine++) {
            loads[machine] = new MachineLoad(problem, draft, group, ready, machine);
        }
    }

    void place() {
        for (int member = 0; member < group.length; member++) {
            draft.dataReady(group[member], ready[member]);
            fastest(member).add(member);
        }
        balance();
        for (MachineLoad load : loads) {
            load.place();
        }
    }

    private MachineLoad fastest(int member) {
        int best = NOWHERE;
        long bestEnd = Long.MAX_VALUE;
        for (MachineLoad load : loads) {
            long gain = best == NOWHERE ? 1 : loads[best].time(member) - load.time(member);
            long end = gain < 0 ? Timeline.NEVER : load.endWith(member);
            if (end < Timeline.NEVER && (gain > 0 || end < bestEnd)) {
                best = load.machine();
                bestEnd = end;
            }
        }
        if (best == NOWHERE) {
            throw new Unschedulable(problem.workflow().task(group[member]).id());
        }
        return loads[best];
    }

    private void balance() {
        boolean[] stuck = new boolean[loads.length];
        for (int moves = 0; moves < MOVES_PER_TASK * group.length; moves++) {
            Cancelled.check();
            int latest = latest(stuck);
            if (latest == NOWHERE) {
                return;
            }
            stuck[latest] = !moveOne(loads[latest]);
        }
    }

    private int latest(boolean[] stuck) {
        int latest = NOWHERE;
        for (int machine = 0; machine < loads.length; machine++) {
            if (!stuck[machine]
                    && loads[machine].size() > 0
                    && (latest == NOWHERE || loads[machine].end() > loads[latest].end())) {
                latest = machine;
            }
        }
        return latest;
    }

    /** Moves the best task whose leaving helps, if there is one. */
    private boolean moveOne(MachineLoad source) {
        int first = source.lastBlock(CANDIDATES);
        for (int place = first; place < source.size(); place++) {
            findTarget(source, source.member(place));
        }
        boolean[] tried = new boolean[source.size() - first];
        for (int best = best(source, first, tried); best != NOWHERE; best = best(source, first, tried)) {
            if (source.endWithout(best) < source.end()) {
                int member = source.member(best);
                source.remove(best);
                loads[target[member]].add(member);
                return true;
            }
            tried[best - first] = true;
        }
        return false;
    }

    private void findTarget(MachineLoad source, int member) {
        Cancelled.check();
        target[member] = NOWHERE;
        targetEnd[member] = source.end();
        for (MachineLoad other : loads) {
            long end = other.machine() == source.machine() ? Long.MAX_VALUE : other.endWith(member);
            if (end < targetEnd[member]) {
                target[member] = other.machine();
                targetEnd[member] = end;
            }
        }
    }

    private int best(MachineLoad source, int first, boolean[] tried) {
        int best = NOWHERE;
        long least = Long.MAX_VALUE;
        for (int place = first; place < source.size(); place++) {
            int member = source.member(place);
            // Without waiting, it ends earlier by the member's time.
            long later = Math.max(targetEnd[member], source.end() - source.time(member));
            if (!tried[place - first] && target[member] != NOWHERE && later < least) {
                best = place;
                least = later;
            }
        }
        return best;
    }
}
