package dev.berth.service.project;

import dev.berth.engine.model.Money;

/** Budget of a project. */
public record Budget(Money amount, Period period) {
    /** Period that an amount covers. */
    public enum Period {
        /** Reservations that start in the same month (UTC). */
        MONTH,
        /** All of them. */
        TOTAL
    }
}
