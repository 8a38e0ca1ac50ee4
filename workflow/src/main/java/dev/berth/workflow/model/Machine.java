package dev.berth.workflow.model;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Rate;

/** A machine, which runs one task at a time at its rate. */
public record Machine(String id, Rate rate) {
    public Machine {
        if (id.isBlank()) {
            throw new BadValue("machine id", id, "must not be blank");
        }
    }
}
