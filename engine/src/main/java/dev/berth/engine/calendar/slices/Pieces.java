package dev.berth.engine.calendar.slices;

import dev.berth.engine.calendar.Waiting;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Who waits on each host of a pool at some time of a query, by start. */
final class Pieces {
    private final HostPool pool;
    private final List<List<Piece>> byHost = new ArrayList<>();
    // Users ask for few different slices.
    private final Map<Slice, Sized> known = new HashMap<>();
    private final Window period;

    private record Sized(Need need, long size) {}

    Pieces(HostPool pool, long earliest, long deadline, Waiting waiting) {
        this.pool = pool;
        for (int i = 0; i < pool.hosts(); i++) {
            byHost.add(new ArrayList<>());
        }
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
        this.period = new Window(from, to);
    }

    private void add(Reservation reservation) {
        Placement placement = reservation.placement();
        Sized of = known.computeIfAbsent(placement.taken().slice(), this::sized);
        for (int i = 0; i < placement.count(); i++) {
            byHost.get(placement.servers().get(i)).add(new Piece(reservation.id(), placement, i, of.need, of.size));
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

    List<Piece> on(int host) {
        return byHost.get(host);
    }

    /** Brings all back that have gone. */
    void reset() {
        byHost.forEach(pieces -> pieces.forEach(piece -> piece.gone = false));
    }
}
