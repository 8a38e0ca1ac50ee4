package dev.berth.service.account;

import dev.berth.engine.intake.Priority;

/**
 * Paying capacity and rank of an account (ahuja: "the priority of a user is derived from its paying capacity and ranking
 * protocol"), both on the scale of the priorities, from 1 to {@link Priority#HIGHEST}.
 *
 * @param paying how much the account can pay, more is higher
 * @param rank where it stands among the others, more is higher
 */
public record AccountStanding(int paying, int rank) {
    public AccountStanding {
        // Refuses what no priority could be computed from.
        Priority.of(paying, rank);
    }

    /** The priority that follows from both; see {@link Priority#of}. */
    public Priority priority() {
        return Priority.of(paying, rank);
    }
}
