package dev.berth.provision.plan;

import dev.berth.engine.model.Money;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What comes of some slots.
 *
 * @param makespan {@link #INFINITE} if the workflow cannot be scheduled on them
 * @param cost of the slots that tasks are on (Eq 4), the divisible ones cut
 * @param unusedCost of the chosen slots beside, which no task is on; a divisible one costs nothing then
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
