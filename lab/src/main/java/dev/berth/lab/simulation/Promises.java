package dev.berth.lab.simulation;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.util.HashMap;
import java.util.Map;

/**
 * Follows reservations from what they were promised first to their end. Only those that are ready within the measured span
 * count: after it no more jobs arrive, and what is ready then starts on a site that empties.
 */
final class Promises {
    private static final double MILLIS_PER_HOUR = 3_600_000;

    private static final class Promise {
        final long ready;
        final long start;

        Promise(Reservation reservation) {
            this.ready = reservation.job().ready();
            this.start = reservation.window().start();
        }
    }

    private final Book book;
    private final Window span;
    private final Map<ReservationId, Promise> open = new HashMap<>();
    private long ended;
    private double promised;
    private double waited;
    private double turnaround;
    private long moves;
    private long early;
    private long late;

    Promises(Book book, Window span) {
        this.book = book;
        this.span = span;
    }

    void made(Reservation reservation) {
        long ready = reservation.job().ready();
        if (ready >= span.start() && ready < span.end()) {
            open.put(reservation.id(), new Promise(reservation));
        }
    }

    /** To be told of an event before it is applied: where a reservation was is known until then. */
    void happens(Event event) {
        switch (event) {
            case Event.Moved moved ->
                moves += moved.reservations().stream()
                        .filter(reservation -> open.containsKey(reservation.id()))
                        .count();
            case Event.StartsEarly starts ->
                early += open.containsKey(starts.reservation().id()) ? 1 : 0;
            case Event.Started started -> started(started.reservation());
            case Event.Closed closed -> closed(closed.reservation());
            case Event.PoolAdded none -> {}
            case Event.ServersAdded none -> {}
            case Event.Reserved none -> {}
            case Event.RoundsSet none -> {}
            case Event.LicencesSet none -> {}
            case Event.PolicySet none -> {}
            case Event.Queued none -> {}
            case Event.Deferred none -> {}
            case Event.TurnedAway none -> {}
            case Event.Held none -> {}
            case Event.Confirmed none -> {}
            case Event.TariffSet none -> {}
            case Event.Changed none -> {}
            case Event.Renamed none -> {}
            case Event.Repacked none -> {}
            case Event.Bound none -> {}
            case Event.Shunned none -> {}
            case Event.OutagePlanned none -> {}
            case Event.OutageEnded none -> {}
            case Event.TimeAdvanced none -> {}
            case Event.Degraded none -> {}
            case Event.Recovered none -> {}
            case Event.Opportunistic none -> {}
            case Event.Waitlist none -> {}
        }
    }

    private void started(ReservationId id) {
        Promise promise = open.get(id);
        if (promise != null) {
            long start = window(id).start();
            promised += promise.start - promise.ready;
            waited += start - promise.ready;
            late += start > promise.start ? 1 : 0;
        }
    }

    private void closed(ReservationId id) {
        Promise promise = open.remove(id);
        if (promise != null) {
            ended++;
            turnaround += window(id).end() - promise.ready;
        }
    }

    private Window window(ReservationId id) {
        return book.reservation(id).orElseThrow().window();
    }

    /** Once all of them have ended. */
    Fulfilment fulfilment() {
        if (!open.isEmpty()) {
            throw new IllegalStateException(open.size() + " reservations have not ended");
        }
        return new Fulfilment(
                hours(promised),
                hours(waited),
                hours(turnaround),
                share((double) moves),
                share((double) early),
                share((double) late));
    }

    private double hours(double sum) {
        return share(sum / MILLIS_PER_HOUR);
    }

    private double share(double part) {
        return Simulation.share(part, (double) ended);
    }
}
