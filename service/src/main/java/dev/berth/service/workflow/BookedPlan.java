package dev.berth.service.workflow;

import dev.berth.engine.model.ReservationId;
import dev.berth.site.View;
import dev.berth.wire.IdKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A workflow with a reservation for every task.
 *
 * @param slots one for each task
 * @param changes how often it has changed: whoever decided on an older one decides again
 * @param released whether what remained was given up
 */
public record BookedPlan(
        long number,
        String owner,
        long booked,
        PlanTerms terms,
        Graph graph,
        List<TaskSlot> slots,
        int changes,
        boolean released) {
    public BookedPlan {
        slots = List.copyOf(slots);
    }

    public String id() {
        return IdKind.PLAN.id(number);
    }

    /** When the last slot ends. */
    public long finish() {
        return slots.stream().mapToLong(TaskSlot::end).max().orElse(booked);
    }

    /** Its reservations that are still open. */
    List<ReservationId> open(View view) {
        return terms.wholeServers() ? WholeServers.open(view, this) : TaskStanding.open(view, slots);
    }

    BookedPlan with(Map<Integer, TaskSlot> changed, boolean isReleased) {
        List<TaskSlot> after = new ArrayList<>(slots);
        changed.forEach(after::set);
        return new BookedPlan(number, owner, booked, terms, graph, after, changes + 1, isReleased);
    }
}
