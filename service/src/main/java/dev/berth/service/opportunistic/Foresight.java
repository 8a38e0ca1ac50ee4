package dev.berth.service.opportunistic;

import dev.berth.engine.model.Outage;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.site.View;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Foresight of the time at which an opportunistic job has to make way, if nothing changes until then: when a reservation that is to have
 * one of its servers starts, or a planned outage of one begins. Servers of waiting reservations are tentative, so this may change.
 *
 * @param waiting the next reservations that start in its pool
 * @param outages of its servers
 * @param handout the servers of all that is open in the pool; found out when it is asked for
 */
public record Foresight(
        Stint stint, List<Reservation> waiting, List<Outage> outages, Supplier<Map<ReservationId, ServerSet>> handout) {
    private static final long FURTHEST = Duration.ofDays(7).toMillis();

    private static final long NEAREST = Duration.ofHours(1).toMillis();

    /** How many reservations are looked at; in a busy pool less time is looked ahead. */
    private static final long MOST = 2_000;

    /** Takes down what decides; what follows from it is found out later, without keeping the site. */
    public static Foresight of(View view, Stint stint) {
        PoolId pool = stint.pool();
        long now = view.now();
        long ahead = FURTHEST;
        while (ahead > NEAREST && view.busyness(pool, new Window(now, now + ahead)) > MOST) {
            ahead /= 2;
        }
        List<Reservation> waiting = view.within(pool, new Window(now, now + ahead)).stream()
                .filter(each -> !each.isRunning() && each.state() != Reservation.State.HELD)
                .toList();
        List<Outage> outages = view.outages(pool).stream()
                .filter(each ->
                        stint.servers().contains(each.server()) && each.window().start() > now)
                .toList();
        return new Foresight(stint, waiting, outages, waiting.isEmpty() ? Map::of : view.handout(pool));
    }

    /** When it has to make way; empty if nothing is known that takes its servers. */
    public OptionalLong until() {
        Map<ReservationId, ServerSet> servers = handout.get();
        LongStream reservations = waiting.stream()
                .filter(each -> servers.getOrDefault(each.id(), each.placement().servers()).stream()
                        .anyMatch(stint.servers()::contains))
                .mapToLong(each -> each.window().start());
        LongStream planned = outages.stream().mapToLong(each -> each.window().start());
        LongStream done =
                OpportunistOrders.isLimited(stint.opportunist()) ? LongStream.of(stint.end()) : LongStream.empty();
        return LongStream.concat(LongStream.concat(reservations, planned), done).min();
    }
}
