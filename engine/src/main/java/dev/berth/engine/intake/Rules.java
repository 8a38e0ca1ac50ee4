package dev.berth.engine.intake;

import dev.berth.engine.model.BadValue;

/**
 * How a round is ordered.
 *
 * @param significantDifference SD: two users whose priorities differ by more are not of like priority
 * @param most N: this many jobs of the higher of two such users go on
 * @param excess what becomes of its other jobs
 */
public record Rules(int significantDifference, int most, Sorting sorting, Excess excess) {
    /** SD is half the levels of priority, as the paper has it; N is that of its example. */
    public static final Rules DEFAULT =
            new Rules(Priority.LEVELS / 2, 3, Sorting.SHORTEST, new Excess.Defer(Excess.Defer.DEFAULT_PATIENCE));

    public Rules {
        if (significantDifference < 0) {
            throw new BadValue("sd", significantDifference, "must be 0 or more");
        }
        if (most < 1) {
            throw new BadValue("n", most, "must be at least 1");
        }
    }

    /** The bound: every request is decided within this many rounds, whatever else arrives. */
    public int mostRounds() {
        return switch (excess) {
            case Excess.Discard discard -> 1;
            case Excess.Defer defer -> defer.patience() + 1;
        };
    }

    /** Whether a request has been put off so often that it goes on now. */
    boolean isDue(Request request) {
        return excess instanceof Excess.Defer defer && request.deferrals() >= defer.patience();
    }
}
