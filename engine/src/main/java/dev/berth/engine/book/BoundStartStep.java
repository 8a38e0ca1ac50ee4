package dev.berth.engine.book;

import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a reservation that is bound to servers begins earlier, on these servers. Time alone never starts it early, because
 * {@link EarlyStartStep} passes over bound reservations: a cluster that keeps the servers asks for it. No other promise is touched.
 */
final class BoundStartStep {
    private final State state;

    BoundStartStep(State state) {
        this.state = state;
    }

    Decision start(Reservation reservation) {
        long at = state.now + reservation.job().terms().leastNotice();
        Refusal refusal = refusal(reservation, at);
        if (refusal != null) {
            return new Decision.Refused(refusal);
        }
        Placement placement = reservation.placement();
        Window early = new Window(at, at + placement.window().length());
        Event startsEarly = new Event.StartsEarly(
                reservation.withPlacement(placement.withWindow(early)),
                placement.window().start());
        // It runs at once, and not from the next advance on: until then it could be moved, while a cluster lets jobs
        // in.
        return new Decision.Accepted(
                at > state.now
                        ? List.of(startsEarly)
                        : List.of(startsEarly, new Event.Started(reservation.id(), placement.servers())));
    }

    private @Nullable Refusal refusal(Reservation reservation, long at) {
        Window window = reservation.window();
        if (reservation.isRunning()) {
            return new Refusal.AlreadyStarted(reservation.id(), window.start());
        }
        if (!reservation.isBound()
                || reservation.job().terms().notice() == null
                || at < reservation.job().ready()
                || at >= window.start()) {
            return new Refusal.NotStarted(reservation.id(), window.start());
        }
        Roster roster = state.roster(reservation.placement().pool());
        ServerSet servers = reservation.placement().servers();
        Window before = new Window(at, Math.min(window.start(), at + window.length()));
        for (Outage outage : roster.outages()) {
            if (outage.window().overlaps(before) && servers.contains(outage.server())) {
                return new Refusal.OutOfService(roster.pool().id(), outage.server(), outage.window());
            }
        }
        List<ReservationId> inTheWay = new ArrayList<>();
        Stream.of(roster.running(), roster.bound(), roster.waiting())
                .flatMap(Collection::stream)
                .filter(each ->
                        !each.id().equals(reservation.id()) && each.window().overlaps(before))
                .filter(each -> !isElsewhere(each, servers))
                .forEach(each -> inTheWay.add(each.id()));
        // Parts of hosts and licences are counted, and nobody has counted them for the time before.
        boolean isCounted =
                roster.pool().hasParts() || !reservation.placement().taken().isPlain();
        return inTheWay.isEmpty()
                        && !isCounted
                        && state.calendar.isFree(reservation.placement().withWindow(before))
                ? null
                : new Refusal.ReservationsInTheWay(roster.pool().id(), servers, before, inTheWay);
    }

    /** Whether it has settled servers, and none of these; what is only named or counted may need any of them. */
    private static boolean isElsewhere(Reservation other, ServerSet servers) {
        return (other.isRunning() || other.isBound())
                && servers.stream()
                        .noneMatch(server -> other.placement().servers().contains(server));
    }
}
