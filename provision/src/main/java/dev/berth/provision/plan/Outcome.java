package dev.berth.provision.plan;

import dev.berth.engine.model.Money;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of scheduling the workflow on chosen slots.
 *
 * @param makespan {@link #INFINITE} if the workflow cannot be scheduled on them
 * @param cost of the slots that tasks are on (Eq 4), the divisible ones cut
 * @param unusedCost of the chosen slots that no task is on; divisible ones then cost nothing
 * @param used the slots that tasks are on
 */
public record Outcome(
        long makespan,
        Money cost,
        Money unusedCost,
        @Nullable BitSet used) {
    public static final long INFINITE = Long.MAX_VALUE;

    static final Outcome INFEASIBLE = new Outcome(INFINITE, Money.ZERO, Money.ZERO, null);

    public boolean isFeasible() {
        return makespan != INFINITE;
    }
}
