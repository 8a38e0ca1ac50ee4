package dev.berth.broker.remote;

import dev.berth.engine.model.Money;
import java.util.Optional;

/**
 * Servers that a site keeps for a user, held or reserved; or that it offers, without an id.
 *
 * @param standing how it stood when the site was last asked; empty before that
 */
public record Reserved(
        String id, String pool, int servers, long start, long end, Money price, Optional<RemoteStanding> standing) {
    public Reserved(String id, String pool, int servers, long start, long end, Money price) {
        this(id, pool, servers, start, end, price, Optional.empty());
    }

    /** How it stands as far as that is known. */
    public RemoteStanding stands() {
        return standing.orElse(RemoteStanding.WAITING);
    }

    public Reserved standing(RemoteStanding now) {
        return new Reserved(id, pool, servers, start, end, price, Optional.of(now));
    }

    /** Whether both are the same servers at the same time. */
    public boolean isAt(Reserved other) {
        return pool.equals(other.pool) && servers == other.servers && start == other.start && end == other.end;
    }
}
