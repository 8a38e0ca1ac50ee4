package dev.berth.lab.calendar;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import org.jspecify.annotations.Nullable;

/** Idle period of a server, as a node of a linked list. */
final class IdleNode {
    /** Server that is idle, with the place of its pool among all. */
    record Host(PoolId pool, int poolOrder, int number, Rate rate) {
        boolean isBefore(Host other) {
            return poolOrder != other.poolOrder ? poolOrder < other.poolOrder : number < other.number;
        }
    }

    final Host host;
    final long start;
    long end;

    @Nullable
    IdleNode previous;

    @Nullable
    IdleNode next;

    IdleNode(Host host, long start, long end) {
        this.host = host;
        this.start = start;
        this.end = end;
    }

    boolean fits(long earliest, long duration, long deadline) {
        return Math.max(start, earliest) + duration <= Math.min(end, deadline);
    }

    boolean covers(PoolId pool, int number, long from, long to) {
        return start <= from
                && end >= to
                && host.number() == number
                && host.pool().equals(pool);
    }

    /** Ascending by start; of equal starts by pool, then by number. */
    boolean isBefore(IdleNode other) {
        return start != other.start ? start < other.start : host.isBefore(other.host);
    }
}
