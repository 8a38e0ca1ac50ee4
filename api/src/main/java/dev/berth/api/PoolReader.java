package dev.berth.api;

import dev.berth.engine.model.ServerSet;
import dev.berth.service.booking.Drain;
import dev.berth.wire.Fields;

/** Reads what is to become of servers of a pool. */
public final class PoolReader {
    /** The most servers that one request can name or add. */
    public static final int MOST_NAMED = 100_000;

    private PoolReader() {}

    public static ServerSet servers(Fields fields) {
        return ServerSet.of(fields.wholes("servers", MOST_NAMED));
    }

    public static Drain drain(Fields fields) {
        ServerSet servers = servers(fields);
        Long from = fields.instant("from");
        Long to = fields.instantRoundedUp("to");
        if (from != null && to != null && to <= from) {
            fields.fault("to", "must be after from");
        }
        return new Drain(servers, from, to);
    }
}
