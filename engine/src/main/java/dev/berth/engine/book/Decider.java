package dev.berth.engine.book;

import dev.berth.engine.admission.Placing;
import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Turns commands into decisions. Leaves the state as it was, whatever it tries on the way. */
final class Decider {
    private final State state;
    private final Placing placing;
    private final Admitting admitting;
    private final Service service;
    private final Opportunism opportunism;

    Decider(State state) {
        this.state = state;
        this.placing = state.placing;
        this.admitting = new Admitting(state);
        this.service = new Service(state);
        this.opportunism = new Opportunism(state);
    }

    Decision decide(Command command) {
        return opportunism.beside(answer(command));
    }

    private Decision answer(Command command) {
        return switch (command) {
            case Command.Reserve c -> admitting.reserve(c.job());
            case Command.Hold c -> hold(c.job(), c.until());
            case Command.Confirm c -> onOpen(c.reservation(), this::confirm);
            case Command.Advance c -> advance(c.to());
            case Command.Change c -> onOpen(c.reservation(), reservation -> change(reservation, c.job()));
            case Command.Cancel c -> onOpen(c.reservation(), r -> close(r, Event.Cause.CANCELLED));
            case Command.Finish c -> onOpen(c.reservation(), this::finish);
            case Command.AddPool c -> addPool(c.pool());
            case Command.AddServers c -> onPool(c.pool(), roster -> addServers(roster, c.count(), c.from()));
            case Command.Drain c ->
                onPool(c.pool(), roster -> service.drain(roster, c.servers(), c.window(), c.reportOnly()));
            case Command.Fail c -> onPool(c.pool(), roster -> service.fail(roster, c.servers()));
            case Command.NameServers c -> onPool(c.pool(), service::nameServers);
            case Command.Restore c -> onPool(c.pool(), roster -> service.restore(roster, c.servers()));
            case Command.QueueOpportunist c -> opportunism.queue(c);
            case Command.CancelOpportunist c -> opportunism.cancel(c.opportunist());
        };
    }

    /** Times near those asked for at which the job would be accepted, nearest first (netto, Algorithm 2). */
    List<Alternative> alternatives(Job job, int most) {
        return admitting.alternatives(job, most);
    }

    private Decision onOpen(ReservationId id, Function<Reservation, Decision> decide) {
        Reservation reservation = state.open.get(id);
        return reservation == null ? new Refused(new Refusal.UnknownReservation(id)) : decide.apply(reservation);
    }

    private Decision onPool(PoolId id, Function<Roster, Decision> decide) {
        Roster roster = state.rosters.get(id);
        return roster == null
                ? new Refused(new Refusal.UnknownPool(id, Set.copyOf(state.rosters.keySet())))
                : decide.apply(roster);
    }

    private Decision hold(Job job, long until) {
        if (until <= state.now) {
            return new Refused(new Refusal.TimeBackwards(state.now, until));
        }
        Decision decision = admitting.reserve(job);
        if (!(decision instanceof Accepted accepted)) {
            return decision;
        }
        return new Accepted(accepted.events().stream()
                .map(event -> event instanceof Event.Reserved e ? held(e.reservation(), until) : event)
                .toList());
    }

    /** A hold ends at the start at the latest, so that nothing starts that is not confirmed. */
    private static Event held(Reservation reservation, long until) {
        return new Event.Held(
                reservation.in(Reservation.State.HELD),
                Math.min(until, reservation.window().start()));
    }

    private Decision confirm(Reservation reservation) {
        return reservation.state() == Reservation.State.HELD
                ? new Accepted(List.of(new Event.Confirmed(reservation.id())))
                : new Refused(new Refusal.NotHeld(reservation.id()));
    }

    private Decision change(Reservation reservation, Job job) {
        if (reservation.isRunning()) {
            return new Refused(new Refusal.AlreadyStarted(
                    reservation.id(), reservation.window().start()));
        }
        if (meets(reservation.placement(), job)) {
            return new Accepted(List.of(new Event.Changed(reservation.withJob(job))));
        }
        Undo removed = state.apply(new Event.Closed(reservation.id(), Event.Cause.CANCELLED));
        try {
            return switch (placing.place(reservation.id(), job, state.now)) {
                case Placing.Outcome.Refused refused -> new Refused(refused.refusal());
                case Placing.Outcome.Placed placed ->
                    Admitting.accepted(
                            new Event.Changed(reservation
                                    .withJob(job)
                                    .withPlacement(placed.reservation().placement())),
                            placed);
            };
        } finally {
            removed.undo();
        }
    }

    private boolean meets(Placement placement, Job job) {
        Pool pool = state.roster(placement.pool()).pool();
        Window window = placement.window();
        return job.requirements().match(pool)
                && job.shape().takes(placement.count())
                && job.shape().duration(placement.count(), pool.rate()) == window.length()
                && window.start() >= job.ready()
                && window.end() <= job.deadline();
    }

    private Decision finish(Reservation reservation) {
        return reservation.isRunning()
                ? close(reservation, Event.Cause.FINISHED_EARLY)
                : new Refused(new Refusal.NotStarted(
                        reservation.id(), reservation.window().start()));
    }

    private static Decision close(Reservation reservation, Event.Cause cause) {
        return new Accepted(List.of(new Event.Closed(reservation.id(), cause)));
    }

    private Decision addPool(Pool pool) {
        return state.rosters.containsKey(pool.id())
                ? new Refused(new Refusal.DuplicatePool(pool.id()))
                : new Accepted(List.of(new Event.PoolAdded(pool)));
    }

    private Decision addServers(Roster roster, int count, long from) {
        Pool pool = roster.pool();
        if (count < 1 || count > Pool.MOST_SERVERS - pool.servers()) {
            return new Refused(new Refusal.PoolFull(pool.id(), pool.servers(), count));
        }
        List<Event> events = new ArrayList<>();
        events.add(new Event.ServersAdded(pool.id(), count));
        if (from > state.now) {
            // A server that comes later is one that is out until then.
            Window until = new Window(state.now, from);
            for (int server = pool.servers(); server < pool.servers() + count; server++) {
                events.add(new Event.OutagePlanned(pool.id(), new Outage(server, until)));
            }
        }
        return new Accepted(List.copyOf(events));
    }

    private Decision advance(long to) {
        if (to < state.now) {
            return new Refused(new Refusal.TimeBackwards(state.now, to));
        }
        List<Event> events = new ArrayList<>(4);
        // What is no longer held leaves a pinned calendar as it would have at its own time: as if never booked.
        expireAndFix(to, events);
        events.add(new Event.TimeAdvanced(to));
        for (Roster roster : state.rosters.values()) {
            if (roster.changesBy(to)) {
                service.transitions(roster, to, events);
            }
        }
        return new Accepted(events);
    }

    /** What is held no longer than this is gone; what becomes fixed by then is fixed where it is. */
    private void expireAndFix(long to, List<Event> events) {
        state.holds.forEach((id, until) -> {
            if (until <= to) {
                events.add(new Event.Closed(id, Event.Cause.EXPIRED));
            }
        });
        for (State.Fix fix : state.fixes) {
            if (fix.time() > to) {
                break;
            }
            Reservation reservation = state.open.get(fix.reservation());
            if (reservation != null) {
                Window window = reservation.window();
                events.add(
                        new Event.Changed(reservation.withJob(reservation.job().within(window.start(), window.end()))));
            }
        }
    }
}
