package dev.berth.engine.book;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.handout.Tentative;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Refusal.CannotJoin;
import dev.berth.engine.model.Refusal.Obstacle;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether pools of cards become the hosts of one pool. Whatever is reserved keeps its time, its host and the cards that
 * it has or was named. A card brings its part of the cores and the memory, rounded down, so that those who booked cards alone
 * find them when others begin to book cores; all of it fits, because the cards do.
 */
final class JoinStep {
    /** Cause of the blocks for cards that were out of service, before a number: a cause blocks a host once. */
    static final String WERE_OUT = "out of service when the pools were joined, ";

    private final State state;

    JoinStep(State state) {
        this.state = state;
    }

    Decision join(Command.JoinPools command) {
        Refusal refusal = refusal(command);
        if (refusal != null) {
            return new Refused(refusal);
        }
        Pool into = command.into();
        List<Event> events = new ArrayList<>();
        events.add(new Event.PoolAdded(into));
        Tariff tariff = state.tariffs.get(command.from().getFirst());
        if (tariff != null) {
            events.add(new Event.TariffSet(
                    into.id(), tariff.times((int) cards(command).count())));
        }
        for (int host = 0; host < command.from().size(); host++) {
            Roster roster = state.roster(command.from().get(host));
            Map<ReservationId, ServerSet> named = Tentative.servers(roster);
            Joined joined = new Joined(into, cards(command), roster.pool(), host);
            for (Reservation reservation : reservations(roster)) {
                ServerSet cards = named.getOrDefault(
                        reservation.id(), reservation.placement().servers());
                if (cards.isEmpty()) {
                    return new Refused(new CannotJoin(roster.pool().id(), Obstacle.NO_CARDS, reservation.id()));
                }
                state.effort.spend(cards.size());
                events.add(new Event.Changed(joined.reservation(reservation, cards)));
            }
            moveOutages(roster, joined, events);
        }
        return new Accepted(List.copyOf(events));
    }

    private static Part cards(Command.JoinPools command) {
        return Objects.requireNonNull(command.into().parts().get(command.cards()));
    }

    private static List<Reservation> reservations(Roster roster) {
        List<Reservation> all = new ArrayList<>(roster.running());
        all.addAll(roster.bound());
        all.addAll(roster.waiting());
        return all;
    }

    private void moveOutages(Roster roster, Joined joined, List<Event> events) {
        PoolId old = roster.pool().id();
        for (Outage outage : roster.outages()) {
            events.add(new Event.OutageEnded(old, outage));
        }
        for (int card = 0; card < roster.pool().servers(); card++) {
            events.add(new Event.OutagePlanned(old, Outage.joined(card, state.now, joined.into.id())));
        }
        joined.outages(roster.outages(), state.now)
                .forEach(outage -> events.add(new Event.OutagePlanned(joined.into.id(), outage)));
    }

    private @Nullable Refusal refusal(Command.JoinPools command) {
        Pool into = command.into();
        Part cards = into.parts().get(command.cards());
        if (cards == null
                || !cards.numbered()
                || into.servers() != command.from().size()) {
            throw new IllegalArgumentException(
                    into + " has not a host for each of " + command.from() + " with " + command.cards());
        }
        if (state.rosters.containsKey(into.id())) {
            return new Refusal.DuplicatePool(into.id());
        }
        Set<PoolId> seen = new HashSet<>();
        Tariff tariff = state.tariffs.get(command.from().getFirst());
        for (PoolId from : command.from()) {
            Roster roster = state.rosters.get(from);
            if (roster == null) {
                return new Refusal.UnknownPool(from, Roster.names(state.rosters.values()));
            }
            PoolId already = roster.joinedTo();
            if (already != null) {
                return new Refusal.PoolJoined(from, already);
            }
            Refusal refusal =
                    refusal(roster, into, cards, seen.add(from), Objects.equals(state.tariffs.get(from), tariff));
            if (refusal != null) {
                return refusal;
            }
        }
        return waitsElsewhere(seen);
    }

    private static @Nullable Refusal refusal(Roster roster, Pool into, Part cards, boolean first, boolean samePrices) {
        Pool from = roster.pool();
        Obstacle obstacle = !first
                ? Obstacle.TWICE
                : from.hasParts()
                        ? Obstacle.HAS_PARTS
                        : from.servers() != cards.count()
                                ? Obstacle.OTHER_SIZE
                                : !from.rate().equals(into.rate())
                                        ? Obstacle.OTHER_RATE
                                        : samePrices ? null : Obstacle.OTHER_TARIFF;
        return obstacle == null ? null : new CannotJoin(from.id(), obstacle);
    }

    /** Reason not to join them: something waits for one of the pools without a place there, and would never get one. */
    private @Nullable Refusal waitsElsewhere(Set<PoolId> from) {
        for (var lost : state.degraded.values()) {
            PoolId pool = lost.reservation().placement().pool();
            if (from.contains(pool) || wants(lost.reservation().job().requirements(), from)) {
                return new CannotJoin(
                        pool, Obstacle.LOST_SERVERS, lost.reservation().id());
            }
        }
        for (var queued : state.queue.waiting()) {
            PoolId pool = queued.job().requirements().pool();
            if (pool != null && from.contains(pool)) {
                return new CannotJoin(pool, Obstacle.QUEUED, queued.id());
            }
        }
        for (var opportunist : state.opportunists.queued()) {
            PoolId pool = opportunist.requirements().pool();
            if (pool != null && from.contains(pool)) {
                return new CannotJoin(pool, Obstacle.OPPORTUNIST);
            }
        }
        for (var stint : state.opportunists.running()) {
            if (from.contains(stint.pool())) {
                return new CannotJoin(stint.pool(), Obstacle.OPPORTUNIST);
            }
        }
        return null;
    }

    private static boolean wants(Requirements requirements, Set<PoolId> pools) {
        return requirements.pool() != null && pools.contains(requirements.pool());
    }

    /** Reservations and outages of one pool of cards, on a host of the new pool. */
    private record Joined(Pool into, Part cards, Pool from, int host) {
        Reservation reservation(Reservation before, ServerSet onCards) {
            Slice slice = slice(onCards.size());
            Placement placement = new Placement(
                    into.id(),
                    1,
                    before.window(),
                    ServerSet.of(host),
                    Taken.of(
                            slice,
                            Devices.of(bits(onCards)),
                            before.placement().taken().licences()));
            return before.withJob(job(before, slice)).withPlacement(placement);
        }

        /** The same job for as many cards of one host as it was given cards of a pool. */
        private Job job(Reservation before, Slice slice) {
            Job job = before.job();
            int count = before.placement().count();
            Shape shape = job.shape() instanceof Shape.Stay stay
                    ? new Shape.Stay(1, stay.length())
                    : new Shape.Rigid(1, job.shape().work(count));
            Requirements old = job.requirements();
            boolean any = old.pool() == null && old.withSlice(slice).match(into);
            Requirements now =
                    any ? old.withSlice(slice) : new Requirements(into.id(), Map.of(), slice, old.licences());
            return job.shaped(shape).requiring(now);
        }

        private Slice slice(int count) {
            Map<String, Long> amounts = new HashMap<>();
            for (Part part : into.parts().all()) {
                long own = part.equals(cards) ? count : part.numbered() ? 0 : part.count() * count / cards.count();
                if (own > 0) {
                    amounts.put(part.name(), own);
                }
            }
            return Slice.of(amounts);
        }

        private long bits(ServerSet onCards) {
            int first = into.parts().firstDevice(cards);
            return onCards.stream().mapToLong(card -> 1L << (first + card)).reduce(0, (a, b) -> a | b);
        }

        /**
         * The host is blocked where all its cards were out, and else the cards alone. A failed card is blocked until it was expected
         * back: others were promised it from then on.
         */
        List<Outage> outages(List<Outage> before, long now) {
            List<Outage> lasting =
                    before.stream().filter(each -> each.window().end() > now).toList();
            Map<Window, List<Integer>> byWindow =
                    new TreeMap<>(Comparator.comparingLong(Window::start).thenComparingLong(Window::end));
            for (Outage each : Outage.union(lasting)) {
                byWindow.computeIfAbsent(each.window().from(now), any -> new ArrayList<>())
                        .add(each.server());
            }
            List<Outage> after = new ArrayList<>();
            byWindow.forEach((window, out) -> {
                String cause = WERE_OUT + (after.size() + 1);
                after.add(
                        out.size() == cards.count()
                                ? Outage.block(host, window, cause)
                                : new Outage(host, window, null, cause, taken(out)));
            });
            return after;
        }

        private Taken taken(List<Integer> out) {
            ServerSet set =
                    ServerSet.of(out.stream().mapToInt(Integer::intValue).toArray());
            Slice slice = Slice.of(Map.of(cards.name(), (long) out.size()));
            return Taken.of(slice, Devices.of(bits(set)), Amounts.NONE);
        }
    }
}
