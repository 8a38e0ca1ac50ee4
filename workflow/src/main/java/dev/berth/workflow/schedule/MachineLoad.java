package dev.berth.workflow.schedule;

import dev.berth.workflow.model.WorkflowProblem;
import java.util.Arrays;

/**
 * The tasks of a group that one machine is to run, after what it was given before: in the order in which their data
 * comes, of equals in the order of the group. Members go by their place in the group.
 */
final class MachineLoad {
    private final WorkflowProblem problem;
    private final ScheduleDraft draft;
    private final int[] group;
    private final long[][] ready;
    private final int machine;
    private final boolean partlyBusy;
    private int[] members = new int[4];
    private long[] starts = new long[4];
    private long[] idle = new long[4];
    private int size;

    /** @param ready when the data of each member is on each machine */
    MachineLoad(WorkflowProblem problem, ScheduleDraft draft, int[] group, long[][] ready, int machine) {
        this.problem = problem;
        this.draft = draft;
        this.group = group;
        this.ready = ready;
        this.machine = machine;
        partlyBusy = !problem.machines().busy(machine).isEmpty();
    }

    int machine() {
        return machine;
    }

    int size() {
        return size;
    }

    int member(int place) {
        return members[place];
    }

    long time(int member) {
        return problem.time(group[member], machine);
    }

    long end() {
        return endBefore(size);
    }

    private long endBefore(int place) {
        return place == 0 ? draft.lastEnd(machine) : starts[place - 1] + time(members[place - 1]);
    }

    /** From this place on the machine never waits, so only if one of these leaves does it end earlier; at most this many. */
    int lastBlock(int most) {
        int place = Math.max(size - 1, 0);
        while (place > 0 && size - place < most && starts[place] == endBefore(place)) {
            place--;
        }
        return place;
    }

    /** When the machine would end with one more member. */
    long endWith(int member) {
        int place = place(member);
        long last = end(member, endBefore(place));
        if (place == size) {
            return last;
        }
        if (partlyBusy) {
            return simulate(place, last);
        }
        // Those after it are pushed, less what the machine waits for data among them.
        long pushed = last - starts[place] - (idle[size - 1] - idle[place]);
        return end() + Math.max(0, pushed);
    }

    /** When the machine would end without the member at a place. */
    long endWithout(int place) {
        return simulate(place + 1, endBefore(place));
    }

    private long simulate(int from, long end) {
        long last = end;
        for (int place = from; place < size; place++) {
            last = end(members[place], last);
        }
        return last;
    }

    private long end(int member, long last) {
        return start(member, last) + time(member);
    }

    private long start(int member, long last) {
        return draft.append(group[member], machine, ready[member][machine], last);
    }

    void add(int member) {
        if (size == members.length) {
            members = Arrays.copyOf(members, 2 * size);
            starts = Arrays.copyOf(starts, 2 * size);
            idle = Arrays.copyOf(idle, 2 * size);
        }
        int place = place(member);
        System.arraycopy(members, place, members, place + 1, size - place);
        members[place] = member;
        size++;
        restart(place);
    }

    void remove(int place) {
        System.arraycopy(members, place + 1, members, place, size - place - 1);
        size--;
        restart(place);
    }

    private void restart(int from) {
        for (int place = from; place < size; place++) {
            starts[place] = start(members[place], endBefore(place));
            idle[place] = (place == 0 ? 0 : idle[place - 1]) + starts[place] - endBefore(place);
        }
    }

    private int place(int member) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isBefore(member, members[middle])) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean isBefore(int one, int other) {
        long first = Math.max(ready[one][machine], draft.lastEnd(machine));
        long second = Math.max(ready[other][machine], draft.lastEnd(machine));
        return first < second || (first == second && one < other);
    }

    /** Places the members as they stand. */
    void place() {
        for (int place = 0; place < size; place++) {
            draft.place(group[members[place]], machine, starts[place]);
        }
    }
}
