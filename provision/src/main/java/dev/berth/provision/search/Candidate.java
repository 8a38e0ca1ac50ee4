package dev.berth.provision.search;

import dev.berth.engine.model.Money;
import dev.berth.provision.plan.Outcome;
import java.util.BitSet;

/**
 * Chosen slots, with what they cost (AC) and how long the workflow takes on them (SC).
 *
 * @param makespan {@link Outcome#INFINITE} if the workflow cannot be scheduled on them
 */
public record Candidate(BitSet slots, Money cost, long makespan) {
    private static final Money INFINITE = new Money(Long.MAX_VALUE);

    public Candidate {
        slots = (BitSet) slots.clone();
    }

    static Candidate infeasible(BitSet slots) {
        return new Candidate(slots, INFINITE, Outcome.INFINITE);
    }

    @Override
    public BitSet slots() {
        return (BitSet) slots.clone();
    }

    public boolean isFeasible() {
        return makespan != Outcome.INFINITE;
    }

    /** Singh, section 3: no worse in both, better in one. */
    public boolean dominates(Candidate other) {
        return cost.millionths() <= other.cost.millionths()
                && makespan <= other.makespan
                && (cost.millionths() < other.cost.millionths() || makespan < other.makespan);
    }
}
