package dev.berth.engine.book;

import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.opportunistic.Turn;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Events that random commands caused for jobs of parts, by command, so that no kind is missing unseen. */
final class SliceSightings {
    final Map<String, Integer> seen = new TreeMap<>();
    private final Map<ReservationId, Reservation> before = new HashMap<>();
    private final Map<OpportunistId, PoolId> opportunists = new HashMap<>();

    void before(Book book) {
        before.clear();
        book.reservations().forEach(reservation -> before.put(reservation.id(), reservation));
        opportunists.clear();
        book.runningOpportunists().forEach(stint -> opportunists.put(stint.id(), stint.pool()));
        book.degraded().forEach(each -> before.put(each.reservation().id(), each.reservation()));
    }

    void after(Command command, Decision.Accepted accepted, Book book) {
        Map<PoolId, Pool> pools = book.pools().stream().collect(Collectors.toMap(Pool::id, pool -> pool));
        String by = " by " + name(command);
        for (Event event : accepted.events()) {
            String kind = event.getClass().getSimpleName();
            for (Reservation reservation : event.reservations()) {
                if (isSliced(reservation)) {
                    see(kind + by);
                    describe(reservation);
                }
            }
            switch (event) {
                case Event.Closed e -> named(e.reservation(), e.cause() + by);
                case Event.Bound e -> named(e.reservation(), kind + by);
                case Event.Started e -> named(e.reservation(), kind + by);
                case Event.Confirmed e -> named(e.reservation(), kind + by);
                case Event.OutagePlanned e -> outage(e.outage(), pools.get(e.pool()), kind + by);
                case Event.OutageEnded e -> outage(e.outage(), pools.get(e.pool()), kind + by);
                case Event.ServersAdded e -> onHosts(pools.get(e.pool()), kind + by);
                case Event.Opportunistic e -> turn(e.turn(), pools, by);
                default -> {}
            }
        }
    }

    private void turn(Turn turn, Map<PoolId, Pool> pools, String by) {
        if (turn instanceof Turn.Began began) {
            onHosts(pools.get(began.pool()), "opportunist began" + by);
            opportunists.put(began.opportunist(), began.pool());
        } else if (turn instanceof Turn.Preempted preempted) {
            onHosts(pools.get(opportunists.get(preempted.opportunist())), "opportunist made way" + by);
        }
    }

    private static String name(Command command) {
        return command instanceof Command.Adjust adjust
                ? adjust.adjustment().getClass().getSimpleName()
                : command.getClass().getSimpleName();
    }

    void see(String what) {
        seen.merge(what, 1, Integer::sum);
    }

    private static boolean isSliced(Reservation reservation) {
        return !reservation.placement().taken().slice().isWhole();
    }

    private void describe(Reservation reservation) {
        if (reservation.placement().taken().slice().share() != null) {
            see("a share");
        }
        if (!reservation.placement().taken().licences().isEmpty()) {
            see("licences");
        }
        if (reservation.placement().count() > 1) {
            see("several hosts");
        }
    }

    private void named(ReservationId id, String what) {
        Reservation reservation = before.get(id);
        if (reservation != null && isSliced(reservation)) {
            see(what);
        }
    }

    private void outage(Outage outage, Pool pool, String what) {
        onHosts(pool, outage.isWhole() ? what : what + " of parts");
    }

    private void onHosts(Pool pool, String what) {
        if (pool.hasParts()) {
            see(what);
        }
    }
}
