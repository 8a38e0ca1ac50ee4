package dev.berth.engine.opportunistic;

import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Schedules opportunistic jobs in a span of time, around the servers that reservations and outages take. Goes from
 * instant to instant: first ends the jobs that are done, then makes way for the reservations that claim servers, then
 * starts the jobs that fit.
 *
 * <p>Jobs are served in the order they came; one that does not fit is passed over. A job gets the fastest pool that matches
 * and has enough idle servers among those it may run on, and of these the lowest numbers. After an instant nothing that is queued fits, so that
 * going through the same instant again changes nothing: one long span ends like the same span in pieces.
 *
 * <p>Reservations are given here and never asked to move: that is why opportunistic jobs cannot disturb them.
 */
public final class Filling {
    private static final Comparator<IdleServers> FASTEST_FIRST =
            Comparator.comparing((IdleServers idle) -> idle.pool().rate()).reversed();

    private final Opportunists opportunists;
    private final long from;
    private final long to;
    private final Map<PoolId, IdleServers> pools = new LinkedHashMap<>();
    private final List<IdleServers> fastestFirst;
    private final PriorityQueue<Claim> claims = new PriorityQueue<>(Comparator.comparingLong(Claim::time));
    private final List<Turn> turns = new ArrayList<>();
    private final UndoLog undo = new UndoLog();

    /** Over a span of time, both ends included. */
    public Filling(Opportunists opportunists, Collection<Pool> pools, long from, long to) {
        this.opportunists = opportunists;
        this.from = from;
        this.to = to;
        for (Pool pool : pools) {
            Collection<Stint> there = opportunists.on(pool.id()).values();
            this.pools.put(pool.id(), new IdleServers(pool, there));
        }
        this.fastestFirst = this.pools.values().stream().sorted(FASTEST_FIRST).toList();
    }

    /** Servers are claimed, or given up again, at a time. */
    private record Claim(long time, IdleServers pool, ServerSet servers, boolean begins) {}

    /** Somebody who goes first has these servers in this window. */
    public void claim(PoolId pool, ServerSet servers, Window window) {
        IdleServers idle = pools.get(pool);
        if (idle == null) {
            throw new IllegalArgumentException("no pool " + pool + " to fill");
        }
        if (window.start() <= to) {
            claims.add(new Claim(window.start(), idle, servers, true));
        }
        if (window.end() <= to) {
            claims.add(new Claim(window.end(), idle, servers, false));
        }
    }

    /** All that happens in the span. The opportunists are left as they were. */
    public List<Turn> turns() {
        try {
            for (long at = from; at <= to; at = next()) {
                end(at);
                settleClaims(at);
                start(at);
            }
            return List.copyOf(turns);
        } finally {
            undo.undo();
        }
    }

    /**
     * Turns of the jobs that have to make way at the beginning of the span; none is started in their place. The
     * opportunists are left as they were.
     */
    public List<Turn> makeWay() {
        try {
            settleClaims(from);
            return List.copyOf(turns);
        } finally {
            undo.undo();
        }
    }

    /** The next instant at which something may change. */
    private long next() {
        Claim claim = claims.peek();
        Stint stint = opportunists.firstToEnd();
        return Math.min(claim == null ? Long.MAX_VALUE : claim.time(), stint == null ? Long.MAX_VALUE : stint.end());
    }

    private void turn(Turn turn) {
        turns.add(turn);
        undo.add(opportunists.apply(turn));
    }

    private void end(long at) {
        Stint stint = opportunists.firstToEnd();
        while (stint != null && stint.end() <= at) {
            turn(new Turn.Ended(stint.id(), stint.end()));
            stand(stint);
            stint = opportunists.firstToEnd();
        }
    }

    private void stand(Stint stint) {
        IdleServers idle = pools.get(stint.pool());
        if (idle != null) {
            idle.stand(stint.servers());
        }
    }

    private void settleClaims(long at) {
        Claim claim = claims.peek();
        while (claim != null && claim.time() <= at) {
            claims.remove();
            for (int i = 0; i < claim.servers().size(); i++) {
                int server = claim.servers().get(i);
                if (claim.begins()) {
                    preempt(claim.pool(), server, at);
                    claim.pool().claim(server);
                } else {
                    claim.pool().giveUp(server);
                }
            }
            claim = claims.peek();
        }
    }

    private void preempt(IdleServers idle, int server, long at) {
        Stint stint = opportunists.on(idle.pool().id()).get(server);
        if (stint != null) {
            turn(new Turn.Preempted(stint.id(), stint.leftAt(at), at));
            idle.stand(stint.servers());
        }
    }

    private void start(long at) {
        Opportunist next = opportunists.queuedAfter(0);
        while (next != null && fastestFirst.stream().anyMatch(IdleServers::hasAny)) {
            for (IdleServers idle : fastestFirst) {
                if (next.requirements().match(idle.pool()) && idle.has(next)) {
                    Pool pool = idle.pool();
                    ServerSet servers = idle.first(next);
                    turn(new Turn.Began(next.id(), pool.id(), pool.rate(), servers, at));
                    idle.sit(servers);
                    break;
                }
            }
            next = opportunists.queuedAfter(next.id().number());
        }
    }
}
