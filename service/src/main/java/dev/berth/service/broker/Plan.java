package dev.berth.service.broker;

import java.util.List;

/** Parts that together are what was asked for. */
public record Plan(List<Part> parts) {
    public Plan {
        parts = List.copyOf(parts);
    }
}
