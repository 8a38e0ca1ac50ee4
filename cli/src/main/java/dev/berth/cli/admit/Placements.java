package dev.berth.cli.admit;

import dev.berth.cli.csv.RowWriter;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Puts the rows of placements.csv out in the order of the jobs. Until a reservation starts it may move, and one that is
 * late bound has no servers; its row, and those behind it, wait for that.
 */
final class Placements {
    static final String[] HEADER = {"id", "decision", "pool", "servers", "start", "end", "reason"};

    private final RowWriter out;
    private final Queue<Row> queue = new ArrayDeque<>();
    private final Map<ReservationId, Row> unsettled = new HashMap<>();

    Placements(RowWriter out) {
        this.out = out;
    }

    private static final class Row {
        final String id;

        @Nullable
        Placement placement;

        final String reason;
        ServerSet servers = ServerSet.EMPTY;

        Row(String id, @Nullable Placement placement, String reason) {
            this.id = id;
            this.placement = placement;
            this.reason = reason;
        }

        boolean isComplete() {
            return placement == null || !servers.isEmpty();
        }
    }

    void accepted(Reservation reservation) {
        Row row = new Row(reservation.job().id().name(), reservation.placement(), "");
        unsettled.put(reservation.id(), row);
        add(row);
    }

    void refused(String id, String reason) {
        add(new Row(id, null, reason));
    }

    /** Takes note of what happens to reservations that were accepted before. */
    void happened(Event event) {
        switch (event) {
            case Event.Moved moved -> moved.reservations().forEach(this::moved);
            case Event.StartsEarly early -> moved(early.reservation());
            case Event.Started started -> started(started);
            case Event.PoolAdded e -> {}
            case Event.ServersAdded e -> {}
            case Event.Reserved e -> {}
            case Event.RoundsSet e -> {}
            case Event.LicencesSet e -> {}
            case Event.PolicySet e -> {}
            case Event.Queued e -> {}
            case Event.Deferred e -> {}
            case Event.TurnedAway e -> {}
            case Event.Held e -> {}
            case Event.Confirmed e -> {}
            case Event.TariffSet e -> {}
            case Event.Changed e -> {}
            case Event.Renamed e -> {}
            case Event.Repacked e -> {}
            case Event.Bound e -> {}
            case Event.Shunned e -> {}
            case Event.Closed e -> {}
            case Event.OutagePlanned e -> {}
            case Event.OutageEnded e -> {}
            case Event.TimeAdvanced e -> {}
            case Event.Degraded e -> {}
            case Event.Recovered e -> {}
            case Event.Opportunistic e -> {}
            case Event.Waitlist e -> {}
        }
    }

    private void moved(Reservation reservation) {
        Row row = unsettled.get(reservation.id());
        if (row != null) {
            row.placement = reservation.placement();
        }
    }

    private void started(Event.Started started) {
        Row row = unsettled.remove(started.reservation());
        if (row != null) {
            row.servers = started.servers();
            writeComplete();
        }
    }

    private void add(Row row) {
        queue.add(row);
        writeComplete();
    }

    private void writeComplete() {
        for (Row head = queue.peek(); head != null && head.isComplete(); head = queue.peek()) {
            queue.remove();
            write(head);
        }
    }

    private void write(Row row) {
        if (row.placement == null) {
            out.write(row.id, "refused", "", "", "", "", row.reason);
        } else {
            out.write(
                    row.id,
                    "accepted",
                    row.placement.pool().name(),
                    row.servers.ranges(","),
                    Long.toString(row.placement.window().start()),
                    Long.toString(row.placement.window().end()),
                    "");
        }
    }
}
