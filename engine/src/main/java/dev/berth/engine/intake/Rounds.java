package dev.berth.engine.intake;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;

/**
 * When requests that are queued are decided, and how they are ordered.
 *
 * @param length a round ends at each multiple of it
 */
public record Rounds(long length, Rules rules) {
    public Rounds {
        if (length < 1 || length >= Window.FOREVER) {
            throw new BadValue("round", length, "must be at least 1");
        }
    }

    /** The end of the round that is under way; at the end of one the next is. */
    public long endAfter(long now) {
        return (now / length + 1) * length;
    }
}
