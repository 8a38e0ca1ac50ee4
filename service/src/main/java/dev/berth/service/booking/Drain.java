package dev.berth.service.booking;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.wire.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * Servers that are to be out of service for a while.
 *
 * @param from null for now
 * @param to null for good
 */
public record Drain(
        ServerSet servers, @Nullable Long from, @Nullable Long to) {
    /** The command, if its window is not over already. */
    public Command.Drain command(PoolId pool, long now, boolean reportOnly) {
        return new Command.Drain(pool, servers, window(now), reportOnly);
    }

    /** The same, which moves the reservations that need the servers. */
    public Command.Evacuate moving(PoolId pool, long now) {
        return new Command.Evacuate(pool, servers, window(now));
    }

    private Window window(long now) {
        long start = from == null ? now : Math.max(now, from);
        if (to != null && to <= start) {
            throw Problem.invalid("to", to, "must be in the future").toException();
        }
        return new Window(start, to == null ? Window.FOREVER : to);
    }
}
