package dev.berth.engine.book;

import dev.berth.engine.admission.Placing;
import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
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
    private final Repair repair;
    private final Failures failures;
    private final Overruns overruns;

    Decider(State state) {
        this.state = state;
        this.placing = state.placing;
        this.admitting = new Admitting(state);
        this.service = new Service(state);
        this.repair = new Repair(state);
        this.failures = new Failures(state, service);
        this.overruns = new Overruns(state);
    }

    Decision decide(Command command) {
        return switch (command) {
            case Command.Reserve c -> admitting.reserve(c.job());
            case Command.Hold c -> hold(c.job(), c.until());
            case Command.Confirm c -> onOpen(c.reservation(), this::confirm);
            case Command.Advance c -> advance(c.to());
            case Command.Change c -> {
                Degraded lost = state.degraded.get(c.reservation());
                yield lost != null
                        ? replace(lost.reservation(), c.job(), Event.Recovered::new)
                        : onOpen(c.reservation(), reservation -> change(reservation, c.job()));
            }
            case Command.Cancel c ->
                state.degraded.containsKey(c.reservation())
                        ? close(c.reservation(), Event.Cause.CANCELLED)
                        : onOpen(c.reservation(), r -> close(r.id(), Event.Cause.CANCELLED));
            case Command.Finish c -> onOpen(c.reservation(), this::finish);
            case Command.AddPool c -> addPool(c.pool());
            case Command.AddServers c -> onPool(c.pool(), roster -> addServers(roster, c.count(), c.from()));
            case Command.Drain c ->
                onPool(c.pool(), roster -> service.drain(roster, c.servers(), c.window(), c.reportOnly()));
            case Command.Fail c -> onPool(c.pool(), roster -> failures.fail(roster, c.servers()));
            case Command.NameServers c -> onPool(c.pool(), service::nameServers);
            case Command.Restore c -> onPool(c.pool(), roster -> restore(roster, c.servers()));
            case Command.Overrun c -> onOpen(c.reservation(), r -> overruns.decide(r, c.more(), c.policy()));
        };
    }

    /** Times near those asked for at which the job would be accepted, nearest first (netto, Algorithm 2). */
    List<Alternative> alternatives(Job job, int most) {
        return admitting.alternatives(job, most);
    }

    private Decision onOpen(ReservationId id, Function<Reservation, Decision> decide) {
        Reservation reservation = state.open.get(id);
        if (reservation != null) {
            return decide.apply(reservation);
        }
        Degraded lost = state.degraded.get(id);
        return new Refused(
                lost == null ? new Refusal.UnknownReservation(id) : new Refusal.LostServers(id, lost.since()));
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
        Decision decision;
        try {
            decision = replace(reservation, job, Event.Changed::new);
        } finally {
            removed.undo();
        }
        return decision instanceof Accepted accepted && shrinks(reservation, accepted)
                ? repair.after(accepted.events())
                : decision;
    }

    /** Places under new terms what holds no capacity at the moment. */
    private Decision replace(Reservation reservation, Job job, Function<Reservation, Event> event) {
        return switch (placing.place(reservation.id(), job, state.now)) {
            case Placing.Outcome.Refused refused -> new Refused(refused.refusal());
            case Placing.Outcome.Placed placed ->
                Admitting.accepted(
                        event.apply(reservation
                                .withJob(job)
                                .withPlacement(placed.reservation().placement())),
                        placed);
        };
    }

    /** Whether the reservation takes less from now on: a mere move does not call for another of somebody else. */
    private static boolean shrinks(Reservation before, Accepted change) {
        if (!(change.events().getLast() instanceof Event.Changed changed)) {
            return false;
        }
        Placement was = before.placement();
        Placement is = changed.reservation().placement();
        long shorter = was.window().length() - is.window().length();
        int fewer = was.count() - is.count();
        return shorter >= 0 && fewer >= 0 && (shorter > 0 || fewer > 0);
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
                ? close(reservation.id(), Event.Cause.FINISHED_EARLY)
                : new Refused(new Refusal.NotStarted(
                        reservation.id(), reservation.window().start()));
    }

    private Decision close(ReservationId id, Event.Cause cause) {
        return repair.after(List.of(new Event.Closed(id, cause)));
    }

    private Decision restore(Roster roster, ServerSet servers) {
        Decision decision = service.restore(roster, servers);
        return decision instanceof Accepted accepted ? repair.after(accepted.events()) : decision;
    }

    private Decision addPool(Pool pool) {
        return state.rosters.containsKey(pool.id())
                ? new Refused(new Refusal.DuplicatePool(pool.id()))
                : repair.after(List.of(new Event.PoolAdded(pool)));
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
        return repair.after(events);
    }

    private Decision advance(long to) {
        if (to < state.now) {
            return new Refused(new Refusal.TimeBackwards(state.now, to));
        }
        List<Event> events = new ArrayList<>(4);
        events.add(new Event.TimeAdvanced(to));
        expireAndFix(to, events);
        for (Roster roster : state.rosters.values()) {
            if (roster.changesBy(to)) {
                service.transitions(roster, to, events);
            }
        }
        return state.degraded.isEmpty() ? new Accepted(events) : repair.afterTime(events);
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
