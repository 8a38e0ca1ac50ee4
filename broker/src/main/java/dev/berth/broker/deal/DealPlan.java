package dev.berth.broker.deal;

import java.util.List;

/** Parts that together are what was asked for. */
public record DealPlan(List<DealPart> parts) {
    public DealPlan {
        parts = List.copyOf(parts);
    }

    /** How many tasks of a workflow it has. */
    public int tasks() {
        return parts.stream()
                .mapToInt(part -> part.tasks().map(List::size).orElse(0))
                .sum();
    }
}
