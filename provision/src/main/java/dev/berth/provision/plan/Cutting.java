package dev.berth.provision.plan;

import dev.berth.provision.slot.Allocation;
import dev.berth.provision.slot.Slot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Cuts a divisible slot to the parts where tasks are (singh, section 5). The servers are told apart; each takes the tasks
 * it can go on with at once, then those after the shortest pause; windows of one start and end are one allocation. So no
 * server of a task changes from one allocation to another while the task runs. A pause that costs no more than another
 * allocation is allocated too; and if a single allocation around all tasks is cheaper, it is that.
 */
final class Cutting {
    /** Some servers of the slot, busy in a window. */
    record Use(long start, long end, int servers) {}

    private static final class Lane {
        long start;
        long end;

        Lane(long start, long end) {
            this.start = start;
            this.end = end;
        }
    }

    private final Slot slot;
    private final List<Lane> lanes = new ArrayList<>();
    private final Map<Long, Map<Long, Integer>> windows = new TreeMap<>();

    private Cutting(Slot slot) {
        this.slot = slot;
    }

    static List<Allocation> cut(Slot slot, List<Use> uses) {
        List<Use> sorted = uses.stream()
                .filter(use -> use.start < use.end)
                .sorted(Comparator.comparingLong(Use::start).thenComparingLong(Use::end))
                .toList();
        if (sorted.isEmpty()) {
            return List.of();
        }
        Cutting cutting = new Cutting(slot);
        sorted.forEach(cutting::put);
        cutting.lanes.forEach(lane -> cutting.close(lane));
        List<Allocation> parts = cutting.allocations();
        Allocation around = cutting.around(parts);
        return cost(slot, List.of(around)) <= cost(slot, parts) ? List.of(around) : parts;
    }

    static long cost(Slot slot, List<Allocation> allocations) {
        if (slot.unitCost().dependsOnStart()) {
            return allocations.stream()
                    .mapToLong(allocation -> allocation.cost().millionths())
                    .sum();
        }
        long serverTime = allocations.stream().mapToLong(Allocation::serverTime).sum();
        return slot.cost(serverTime, allocations.size()).millionths();
    }

    private void put(Use use) {
        // Those that were busy last come first, so that pauses are short.
        lanes.sort((one, other) -> Long.compare(other.end, one.end));
        int left = use.servers;
        for (Lane lane : lanes) {
            if (left > 0 && lane.end <= use.start) {
                if (!isWorthKeeping(lane.start, use.start - lane.end)) {
                    close(lane);
                    lane.start = use.start;
                }
                lane.end = use.end;
                left--;
            }
        }
        for (; left > 0; left--) {
            lanes.add(new Lane(use.start, use.end));
        }
    }

    private boolean isWorthKeeping(long start, long pause) {
        // The exact price is dear to compute, and most slots have no fixed cost.
        return pause == 0
                || (slot.fixedCost().millionths() > 0
                        && !slot.unitCost().of(pause, start).isAbove(slot.fixedCost()));
    }

    private void close(Lane lane) {
        windows.computeIfAbsent(lane.start, start -> new TreeMap<>()).merge(lane.end, 1, Integer::sum);
    }

    private List<Allocation> allocations() {
        List<Allocation> all = new ArrayList<>();
        windows.forEach((start, ends) ->
                ends.forEach((end, servers) -> all.add(new Allocation(slot, start, servers, end - start))));
        return all;
    }

    private Allocation around(List<Allocation> parts) {
        long start = parts.getFirst().start();
        long end = parts.stream().mapToLong(Allocation::end).max().orElse(start);
        return new Allocation(slot, start, lanes.size(), end - start);
    }
}
