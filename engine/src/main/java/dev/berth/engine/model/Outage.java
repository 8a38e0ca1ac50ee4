package dev.berth.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * A window in which a named server serves nobody.
 *
 * @param repair null for a planned outage, which ends with its window. A failed server has the time at which its repair was
 *     expected, {@link Window#FOREVER} if nobody knows, and is out until it is restored: the window ends where the book
 *     assumes the repair to be done, and is extended when that time comes
 */
public record Outage(int server, Window window, @Nullable Long repair) {
    public Outage {
        if (server < 0) {
            throw new BadValue("server", server, "must be numbered from 0");
        }
    }

    /** A planned outage. */
    public Outage(int server, Window window) {
        this(server, window, null);
    }

    /** Whether the server failed, so that only a repair brings it back. */
    public boolean isFailure() {
        return repair != null;
    }

    public Outage within(Window other) {
        return new Outage(server, other, repair);
    }
}
