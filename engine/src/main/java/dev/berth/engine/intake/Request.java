package dev.berth.engine.intake;

import dev.berth.engine.model.BadValue;

/**
 * A job of a user (ahuja: a gridlet) that waits to be decided.
 *
 * @param number counts requests in the order they arrive
 * @param length how long it takes at rate 1
 * @param deferrals the rounds that have put it off so far
 */
public record Request(long number, String user, long length, int deferrals) {
    public Request {
        if (length < 1) {
            throw new BadValue("length", length, "must be at least 1");
        }
        if (deferrals < 0) {
            throw new BadValue("deferrals", deferrals, "must not be negative");
        }
    }

    public Request(long number, String user, long length) {
        this(number, user, length, 0);
    }

    public Request deferred() {
        return new Request(number, user, length, deferrals + 1);
    }
}
