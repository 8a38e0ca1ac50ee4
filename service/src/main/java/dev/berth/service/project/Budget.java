package dev.berth.service.project;

import dev.berth.engine.model.Money;

/** What a project may spend. */
public record Budget(Money amount, Period period) {
    /** What an amount is for. */
    public enum Period {
        /** Reservations that start in the same month (UTC). */
        MONTH,
        /** All of them. */
        TOTAL
    }
}
