package dev.berth.engine.calendar.slices;

import dev.berth.engine.calendar.Waiting;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.IdentityHashMap;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Pieces of those who wait on each host of a pool at some time of a query, by start. */
final class HostPieces {
    private final HostPool pool;
    // Chains rather than lists: there are thousands of pieces, and each list would grow many times.
    private final @Nullable HostPiece[] firsts;
    private final @Nullable HostPiece[] lasts;
    // Users ask for few different slices, and equal ones are mostly one object.
    private final IdentityHashMap<Slice, Sized> known = new IdentityHashMap<>();
    private final Window period;

    private record Sized(Need need, long size) {}

    HostPieces(HostPool pool, long earliest, long deadline, Waiting waiting) {
        this.pool = pool;
        this.firsts = new @Nullable HostPiece[pool.hosts()];
        this.lasts = new @Nullable HostPiece[pool.hosts()];
        long from = earliest;
        long to = deadline;
        // Nobody who started before that is still there.
        long first = earliest - pool.longest() + 1;
        for (Iterator<Reservation> each = waiting.starting(first, deadline); each.hasNext(); ) {
            Reservation reservation = each.next();
            Window window = reservation.window();
            if (window.end() > earliest) {
                add(reservation);
                from = Math.min(from, window.start());
                to = Math.max(to, window.end());
            }
        }
        // A job that is late has no interval, and finds no plan.
        this.period = new Window(from, Math.max(from + 1, to));
    }

    private void add(Reservation reservation) {
        Placement placement = reservation.placement();
        Sized of = known.computeIfAbsent(placement.taken().slice(), this::sized);
        for (int i = 0; i < placement.count(); i++) {
            HostPiece piece = new HostPiece(reservation.id(), placement, i, of.need, of.size);
            HostPiece last = lasts[piece.host()];
            if (last == null) {
                firsts[piece.host()] = piece;
            } else {
                last.next = piece;
            }
            lasts[piece.host()] = piece;
        }
    }

    private Sized sized(Slice slice) {
        Need need = Need.of(slice, pool.layout);
        return new Sized(need, pool.weight(need));
    }

    /** From the first moment of all that waits here, and of the query, to the last. */
    Window period() {
        return period;
    }

    /** The first of those on a host, by start; null if there is none. */
    @Nullable
    HostPiece on(int host) {
        return firsts[host];
    }
}
