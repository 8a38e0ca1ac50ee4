package dev.berth.workflow.model;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Rate;

/** What runs one task at a time, at a rate. */
public record Machine(String id, Rate rate) {
    public Machine {
        if (id.isBlank()) {
            throw new BadValue("machine id", id, "must not be blank");
        }
    }
}
