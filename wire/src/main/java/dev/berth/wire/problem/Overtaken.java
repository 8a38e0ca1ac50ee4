package dev.berth.wire.problem;

import dev.berth.engine.model.Refusal;
import org.jspecify.annotations.Nullable;

/** Ends a transaction because what it was planned on has changed: plan again. Never told to the caller. */
public final class Overtaken extends RuntimeException {
    private final transient @Nullable Refusal refusal;

    public Overtaken(@Nullable Refusal refusal) {
        super("what it was planned on has changed", null, false, false);
        this.refusal = refusal;
    }

    /** Exception for the caller if planning again fails as well. */
    public RuntimeException lastWord() {
        return refusal != null
                ? new Refused(refusal)
                : Problem.of(
                                Code.CHANGED_MEANWHILE,
                                "The plan was overtaken by other bookings several times; try again")
                        .toException();
    }
}
