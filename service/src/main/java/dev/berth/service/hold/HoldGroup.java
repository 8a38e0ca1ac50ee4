package dev.berth.service.hold;

import dev.berth.engine.model.Money;
import java.util.List;
import java.util.Optional;

/**
 * Reservations that are held together.
 *
 * @param owner the account that asked; names of different accounts are different
 * @param name chosen by the owner, so that every request about the group can be repeated
 * @param digest of the request that held it; empty if it was released before that came
 * @param reservations their numbers, one for each job, in order
 * @param changed when it came to its state
 * @param fee what releasing it has cost, if anything; a repeated request is told so, too
 */
public record HoldGroup(
        String owner,
        String name,
        String digest,
        List<Long> reservations,
        State state,
        long changed,
        Optional<Money> fee) {
    /** State last requested for a group; whether its holds have expired is known from its reservations. */
    public enum State {
        HELD,
        CONFIRMED,
        RELEASED
    }

    public HoldGroup {
        reservations = List.copyOf(reservations);
    }

    HoldGroup in(State next, long time, Optional<Money> cost) {
        return new HoldGroup(owner, name, digest, reservations, next, time, cost);
    }

    static String key(String owner, String name) {
        return owner + " " + name;
    }
}
