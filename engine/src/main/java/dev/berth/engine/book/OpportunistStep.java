package dev.berth.engine.book;

import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.engine.opportunistic.Filling;
import dev.berth.engine.opportunistic.Turn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what opportunistic jobs do (castillo VI). All else is decided first and as if there were none; what they do
 * follows from that and comes after it. So they cannot disturb a reservation, and a book without them pays nothing.
 *
 * <p>When time advances they end, make way and start, each at its exact instant. Any other command can only take servers
 * from them: who starts on what it leaves idle is seen at the next advance, as with reservations.
 */
final class OpportunistStep {
    private final State state;

    OpportunistStep(State state) {
        this.state = state;
    }

    Decision queue(Command.QueueOpportunist command) {
        Opportunist opportunist = new Opportunist(
                new OpportunistId(state.opportunists.nextNumber()),
                command.job(),
                command.user(),
                command.servers(),
                command.work(),
                command.requirements(),
                command.among());
        Refusal refusal = neverFits(opportunist);
        return refusal == null ? accepted(new Turn.Queued(opportunist)) : new Refused(refusal);
    }

    Decision cancel(OpportunistId id) {
        return state.opportunists.knows(id)
                ? accepted(new Turn.Cancelled(id))
                : new Refused(new Refusal.UnknownOpportunist(id));
    }

    Decision finish(OpportunistId id) {
        return state.opportunists.runs(id) ? accepted(new Turn.Ended(id, state.now)) : cancel(id);
    }

    private static Decision accepted(Turn turn) {
        return new Accepted(List.of(new Event.Opportunistic(turn)));
    }

    private @Nullable Refusal neverFits(Opportunist opportunist) {
        Set<PoolId> known = Roster.names(state.rosters.values());
        PoolId named = opportunist.requirements().pool();
        if (named != null && !state.rosters.containsKey(named)) {
            return new Refusal.UnknownPool(named, known);
        }
        PoolId into = named == null ? null : state.roster(named).joinedTo();
        if (named != null && into != null) {
            return new Refusal.PoolJoined(named, into);
        }
        Pool largest = state.rosters.values().stream()
                .map(Roster::pool)
                .filter(opportunist.requirements()::match)
                .max(Comparator.comparingInt(Pool::servers))
                .orElse(null);
        if (largest == null) {
            return new Refusal.NoMatchingPool(opportunist.job(), opportunist.requirements(), known);
        }
        int most = opportunist.among().map(among -> within(among, largest)).orElse(largest.servers());
        return opportunist.servers() <= most
                ? null
                : new Refusal.TooManyServers(opportunist.job(), opportunist.servers(), largest.id(), most);
    }

    private static int within(ServerSet among, Pool pool) {
        return (int) among.stream().filter(server -> server < pool.servers()).count();
    }

    /** The decision, followed by what it means for the opportunistic jobs. */
    Decision beside(Decision decision) {
        if (state.opportunists.isEmpty() || !(decision instanceof Accepted accepted)) {
            return decision;
        }
        List<Turn> turns = turns(accepted.events());
        if (turns.isEmpty()) {
            return decision;
        }
        List<Event> events = new ArrayList<>(accepted.events());
        turns.forEach(turn -> events.add(new Event.Opportunistic(turn)));
        return new Accepted(List.copyOf(events), accepted.quote());
    }

    private List<Turn> turns(List<Event> events) {
        long to = events.stream()
                .mapToLong(event -> event instanceof Event.TimeAdvanced advanced ? advanced.to() : -1)
                .max()
                .orElse(-1);
        boolean advances = to >= state.now;
        Map<ReservationId, Reservation> running = running(events, advances);
        List<Event.OutagePlanned> planned = events.stream()
                .filter(Event.OutagePlanned.class::isInstance)
                .map(Event.OutagePlanned.class::cast)
                .toList();
        if (!advances && running.isEmpty() && planned.isEmpty()) {
            return List.of();
        }
        Filling filling = new Filling(state.opportunists, pools(events), state.now, Math.max(state.now, to));
        running.values()
                .forEach(r -> filling.claim(r.placement().pool(), r.placement().servers(), r.window()));
        planned.forEach(event -> claim(filling, event.pool(), event.outage(), Window.FOREVER));
        if (!advances) {
            return filling.makeWay();
        }
        Map<Event.OutageEnded, Long> ended = ended(events);
        for (Roster roster : state.rosters.values()) {
            PoolId pool = roster.pool().id();
            roster.outages()
                    .forEach(outage -> claim(
                            filling,
                            pool,
                            outage,
                            ended.getOrDefault(new Event.OutageEnded(pool, outage), Window.FOREVER)));
        }
        return filling.turns();
    }

    /** When outages end that the events end, which may be sooner than was expected. */
    private Map<Event.OutageEnded, Long> ended(List<Event> events) {
        Map<Event.OutageEnded, Long> ended = new HashMap<>();
        long now = state.now;
        for (Event event : events) {
            if (event instanceof Event.TimeAdvanced advanced) {
                now = advanced.to();
            } else if (event instanceof Event.OutageEnded each) {
                ended.put(each, now);
            }
        }
        return ended;
    }

    /** Pools of the site after the events. */
    private List<Pool> pools(List<Event> events) {
        List<Pool> pools = new ArrayList<>();
        state.rosters.values().forEach(roster -> pools.add(roster.pool()));
        for (Event event : events) {
            if (event instanceof Event.PoolAdded added) {
                pools.add(added.pool());
            }
        }
        return pools;
    }

    private static void claim(Filling filling, PoolId pool, Outage outage, long until) {
        Window window = outage.window();
        if (window.start() < until) {
            filling.claim(
                    pool, ServerSet.of(outage.server()), new Window(window.start(), Math.min(window.end(), until)));
        }
    }

    /** The reservations that the events let run, as they are after them; and those that ran before, if wanted. */
    private Map<ReservationId, Reservation> running(List<Event> events, boolean before) {
        Map<ReservationId, Reservation> latest = new LinkedHashMap<>();
        if (before) {
            state.rosters.values().forEach(roster -> roster.running().forEach(r -> latest.put(r.id(), r)));
        }
        for (Event event : events) {
            switch (event) {
                case Event.Reserved e -> latest.put(e.reservation().id(), e.reservation());
                case Event.Changed e -> latest.put(e.reservation().id(), e.reservation());
                case Event.Recovered e -> latest.put(e.reservation().id(), e.reservation());
                case Event.Moved e -> e.reservations().forEach(r -> latest.put(r.id(), r));
                case Event.Repacked e -> e.reservations().forEach(r -> latest.put(r.id(), r));
                case Event.LicencesSet e -> {}
                case Event.PolicySet e -> {}
                case Event.StartsEarly e -> latest.put(e.reservation().id(), e.reservation());
                case Event.Started e -> {
                    Reservation seen = latest.get(e.reservation());
                    Reservation waiting = seen == null ? state.open.get(e.reservation()) : seen;
                    if (waiting != null) {
                        latest.put(e.reservation(), waiting.started(e.servers()));
                    }
                }
                case Event.PoolAdded e -> {}
                case Event.ServersAdded e -> {}
                case Event.RoundsSet e -> {}
                case Event.Queued e -> {}
                case Event.Deferred e -> {}
                case Event.TurnedAway e -> {}
                case Event.Held e -> {}
                case Event.Confirmed e -> {}
                case Event.TariffSet e -> {}
                case Event.Renamed e -> {}
                case Event.Bound e -> {}
                case Event.Shunned e -> {}
                case Event.Closed e -> {}
                case Event.OutagePlanned e -> {}
                case Event.OutageEnded e -> {}
                case Event.TimeAdvanced e -> {}
                case Event.Degraded e -> {}
                case Event.Opportunistic e -> {}
                case Event.Waitlist e -> {}
            }
        }
        latest.values().removeIf(reservation -> !reservation.isRunning());
        return latest;
    }
}
