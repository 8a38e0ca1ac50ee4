package dev.berth.engine.book;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.admission.Placing;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.calendar.Repacking;
import dev.berth.engine.handout.Naming;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides about work that takes longer than was reserved (castillo VI names pushing and migrating). What runs stays on
 * its servers; its shape becomes that of the servers it has, for it can no longer take another number.
 *
 * <p>To push, those with the most room to move are taken out of the way first: one, then two, four and so on, until the
 * rest of the time is free and all of them find a place. Those with the least room choose first, and each keeps its old
 * place if it can, so that no more move than have to. When the effort is spent no more are tried.
 */
final class OverrunStep {
    private static final Comparator<Reservation> LEAST_ROOM = Comparator.<Reservation>comparingLong(
                    r -> r.job().deadline() - r.job().ready() - r.window().length())
            .thenComparing(Roster.BY_START);

    /** Cost of taking one reservation out of the book or putting it back, in steps. */
    private static final int MOVE = 50;

    /** Reservations that are put in order in about the time of one step. */
    private static final int SORTED_AT_A_STEP = 2;

    private final State state;
    private final MigrationStep migration;

    OverrunStep(State state) {
        this.state = state;
        this.migration = new MigrationStep(state);
    }

    Decision decide(Reservation reservation, long more, OverrunPolicy policy) {
        if (!reservation.isRunning()) {
            return new Refused(new Refusal.NotRunning(
                    reservation.id(), reservation.window().start()));
        }
        return switch (policy) {
            case KILL -> new Accepted(List.of());
            case EXTEND_IF_FREE, PUSH -> stay(reservation, more, policy);
            case MIGRATE -> migration.decide(reservation, shape(reservation, more));
        };
    }

    private Decision stay(Reservation reservation, long more, OverrunPolicy policy) {
        Pool pool = state.roster(reservation.placement().pool()).pool();
        int count = reservation.placement().count();
        long work = reservation.job().shape().work(count).amount() + more;
        if (work > Work.MOST) {
            return new Refused(new Refusal.OverrunTooLong(reservation.id(), more));
        }
        Shape shape = shape(reservation, work);
        Window window = reservation.window();
        long end = window.start() + shape.duration(count, pool.rate());
        if (end >= Window.FOREVER) {
            return new Refused(new Refusal.OverrunTooLong(reservation.id(), more));
        }
        Job job = reservation.job().shaped(shape);
        Reservation longer = reservation
                .withJob(job.within(job.ready(), Math.max(job.deadline(), end)))
                .withPlacement(reservation.placement().withWindow(new Window(window.start(), end)));
        Window extra = new Window(window.end(), end);
        List<Reservation> inTheWay = inTheWay(reservation, extra);
        List<Event> events = take(longer, extra, List.of());
        if (events == null && policy == OverrunPolicy.PUSH) {
            events = push(longer, extra, inTheWay);
        }
        return events != null
                ? new Accepted(events)
                : new Refused(refusal(
                        longer, extra, inTheWay.stream().map(Reservation::id).toList(), policy));
    }

    private static Refusal refusal(
            Reservation longer, Window extra, List<ReservationId> inTheWay, OverrunPolicy policy) {
        return policy == OverrunPolicy.PUSH
                ? new Refusal.CannotPush(longer.id(), longer.placement().pool(), extra, inTheWay)
                : new Refusal.NoRoomToExtend(longer.id(), longer.placement().pool(), extra, inTheWay);
    }

    private static Shape shape(Reservation reservation, long work) {
        int count = reservation.placement().count();
        return reservation.job().shape() instanceof Shape.Stay
                ? new Shape.Stay(count, work)
                : new Shape.Rigid(count, new Work(work));
    }

    /** Reservations that are to have the servers, or servers of the same pool if they are counted, in the extra time. */
    private List<Reservation> inTheWay(Reservation reservation, Window extra) {
        ServerSet servers = reservation.placement().servers();
        Roster roster = state.roster(reservation.placement().pool());
        return Stream.concat(roster.bound().stream(), roster.waiting().stream())
                .filter(r -> r.window().overlaps(extra))
                .filter(r -> !state.calendar.namesServers(roster.pool().id())
                        || r.placement().servers().stream().anyMatch(servers::contains))
                .toList();
    }

    private @Nullable List<Event> push(Reservation longer, Window extra, List<Reservation> inTheWay) {
        long sorting = inTheWay.size() / SORTED_AT_A_STEP;
        if (state.effort.isTooMuch(sorting)) {
            return null;
        }
        state.effort.spend(sorting);
        List<Reservation> movable = inTheWay.stream()
                .filter(r -> r.isWaiting() && !r.isFixed())
                .sorted(LEAST_ROOM)
                .toList();
        int all = movable.size();
        List<Event> events = null;
        for (int some = 1; events == null && some < 2 * all && !state.effort.isSpent(); some *= 2) {
            events = take(longer, extra, movable.subList(Math.max(0, all - some), all));
        }
        return events;
    }

    /** The events that give it the extra time while these look for other places, in this order; null if one finds none. */
    private @Nullable List<Event> take(Reservation longer, Window extra, List<Reservation> movable) {
        Roster roster = state.roster(longer.placement().pool());
        Rearrangement rearrangement = new Rearrangement(state);
        try {
            if (state.effort.isTooMuch((long) MOVE * movable.size())) {
                return null;
            }
            state.effort.spend((long) MOVE * movable.size());
            movable.forEach(rearrangement::takeOut);
            List<Event> room = new ArrayList<>();
            if (!isFree(roster, longer, extra) && !clear(roster, longer, extra, room)) {
                return null;
            }
            room.forEach(rearrangement::add);
            rearrangement.add(new Event.Changed(longer));
            if (!state.calendar.namesServers(roster.pool().id()) && roster.namedUntil(state.now) > state.now) {
                // Whose servers were named in advance may have been named those that are not given back now.
                Map<ReservationId, ServerSet> renamed = Naming.withOutages(roster, List.of(), state.now);
                if (renamed == null) {
                    return null;
                }
                rearrangement.rename(renamed);
            }
            for (Reservation reservation : movable) {
                if (state.effort.isSpent()) {
                    return null;
                }
                state.effort.spend(MOVE);
                Outcome.Placed placed = place(reservation);
                if (placed == null) {
                    return null;
                }
                rearrangement.putBack(placed, reservation);
            }
            return Stream.of(rearrangement.moves(), room, rearrangement.renames(), List.of(new Event.Changed(longer)))
                    .<Event>flatMap(List::stream)
                    .toList();
        } finally {
            rearrangement.undo();
        }
    }

    private boolean isFree(Roster roster, Reservation longer, Window extra) {
        return roster.pool().hasParts()
                ? state.calendar.isFree(longer.placement().withWindow(extra))
                : isFreeAndInService(roster, longer, extra);
    }

    private boolean isFreeAndInService(Roster roster, Reservation longer, Window extra) {
        return state.calendar.isFree(longer.placement().withWindow(extra))
                && longer.placement().servers().stream()
                        .allMatch(server -> Roster.inService(server, extra, roster.obstacles()));
    }

    /** Makes room on its hosts: others that wait there go to other hosts at their own times. */
    private boolean clear(Roster roster, Reservation longer, Window extra, List<Event> events) {
        Repacking cleared = state.calendar.clear(longer.placement().withWindow(extra), roster::waiting);
        if (cleared == null) {
            return false;
        }
        events.add(new Event.Repacked(Placing.repacked(roster, cleared)));
        return true;
    }

    private Outcome.@Nullable Placed place(Reservation reservation) {
        Outcome.Placed asBefore = state.placing.asPlaced(reservation, state.now);
        return asBefore != null
                ? asBefore
                : state.placing.find(
                        reservation.id(),
                        reservation.movable(state.now).withoutBudget(),
                        state.now,
                        state.placing.eligible(reservation.job()));
    }
}
