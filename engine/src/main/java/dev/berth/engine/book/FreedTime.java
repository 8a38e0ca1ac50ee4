package dev.berth.engine.book;

import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;

/**
 * Which time an event makes free, for those who wait: that of a reservation that closes before its end, moves, or takes less;
 * that of servers which come or come back. A cheaper tariff counts as well: what was too expensive may not be any more.
 */
final class FreedTime {
    private static final Window ALWAYS = new Window(0, Window.FOREVER);

    private FreedTime() {}

    /** Notes it, before the event is carried out. */
    static void note(Event event, State state) {
        switch (event) {
            case Event.Closed e -> {
                if (e.cause() != Event.Cause.ENDED) {
                    free(e.reservation(), state);
                }
            }
            case Event.Moved e -> e.reservations().forEach(after -> change(after, state));
            case Event.Repacked e -> e.reservations().forEach(after -> change(after, state));
            case Event.StartsEarly e -> change(e.reservation(), state);
            case Event.Changed e -> change(e.reservation(), state);
            case Event.Degraded e -> free(e.reservation().id(), state);
            case Event.OutageEnded e -> free(e.pool(), e.outage(), state);
            case Event.PoolAdded e -> state.waitlist.free(e.pool().id(), ALWAYS);
            case Event.ServersAdded e -> state.waitlist.free(e.pool(), ALWAYS);
            case Event.TariffSet e -> state.waitlist.free(e.pool(), ALWAYS);
            case Event.LicencesSet e -> state.rosters.keySet().forEach(pool -> state.waitlist.free(pool, ALWAYS));
            case Event.PolicySet e -> state.rosters.keySet().forEach(pool -> state.waitlist.free(pool, ALWAYS));
            case Event.Reserved e -> {}
            case Event.RoundsSet e -> {}
            case Event.Queued e -> {}
            case Event.Deferred e -> {}
            case Event.TurnedAway e -> {}
            case Event.Held e -> {}
            case Event.Confirmed e -> {}
            case Event.Renamed e -> {}
            case Event.Bound e -> {}
            case Event.Shunned e -> {}
            case Event.Started e -> {}
            case Event.OutagePlanned e -> {}
            case Event.TimeAdvanced e -> {}
            case Event.Recovered e -> {}
            case Event.Opportunistic e -> {}
            case Event.Waitlist e -> {}
        }
    }

    private static void free(PoolId pool, Outage outage, State state) {
        state.waitlist.free(pool, outage.window());
    }

    private static void free(ReservationId id, State state) {
        Reservation open = state.open.get(id);
        if (open != null) {
            free(open.placement(), state);
        }
    }

    private static void change(Reservation after, State state) {
        Reservation before = state.open.get(after.id());
        if (before != null && takesLess(before.placement(), after.placement())) {
            free(before.placement(), state);
        }
    }

    /** Somewhere or some time; what only takes more than before frees nothing. */
    private static boolean takesLess(Placement before, Placement after) {
        return !before.pool().equals(after.pool())
                || before.count() > after.count()
                || before.window().start() < after.window().start()
                || before.window().end() > after.window().end()
                || !before.servers().equals(after.servers())
                || !before.taken().equals(after.taken());
    }

    /** A licence is free for jobs in all pools. */
    private static void free(Placement placement, State state) {
        if (placement.taken().licences().isEmpty()) {
            state.waitlist.free(placement.pool(), placement.window());
        } else {
            state.rosters.keySet().forEach(pool -> state.waitlist.free(pool, placement.window()));
        }
    }
}
