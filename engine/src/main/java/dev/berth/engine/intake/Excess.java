package dev.berth.engine.intake;

import dev.berth.engine.model.BadValue;

/** Treatment of a user's jobs above the {@link Rules#most} that go on. */
public sealed interface Excess {
    /** They are turned away (ahuja). */
    record Discard() implements Excess {}

    /**
     * They are put off to the next round and age: one that was put off this many times is due, and goes on whatever else
     * there is. Without this, a user who keeps sending short jobs would starve its own long ones.
     */
    record Defer(int patience) implements Excess {
        public static final int DEFAULT_PATIENCE = 3;

        public Defer {
            if (patience < 1 || patience > 1_000) {
                throw new BadValue("patience", patience, "must be from 1 to 1000");
            }
        }
    }
}
