package dev.berth.engine.book;

import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.waitlist.Waiter;
import dev.berth.engine.waitlist.WaitlistTurn;
import java.util.ArrayList;
import java.util.List;

/**
 * Advances time. One long step gives the same book as many short ones. Mostly the order of the events suffices for
 * that; where a decision depends on the moment, time advances from one such moment to the next: degraded reservations
 * may recover when a hold expires or an outage ends, a placement is priced when it becomes fixed, queued requests are
 * decided at the end of their round, early starts happen when servers become free, and an overdue repair displaces the
 * reservations that counted on it.
 */
final class AdvanceStep {
    private final State state;
    private final AdjustmentStep adjustment;
    private final RepairStep repair;
    private final FailureStep failure;
    private final IntakeStep intake;
    private final EarlyStartStep early;

    AdvanceStep(
            State state,
            AdjustmentStep adjustment,
            RepairStep repair,
            FailureStep failure,
            IntakeStep intake,
            EarlyStartStep early) {
        this.state = state;
        this.adjustment = adjustment;
        this.repair = repair;
        this.failure = failure;
        this.intake = intake;
        this.early = early;
    }

    Decision to(long to) {
        Trial trial = new Trial(state);
        try {
            return to(to, trial);
        } finally {
            trial.undo();
        }
    }

    /** Decides and carries out: what was tried on the way to the decision stays. */
    Decision carryOut(long to) {
        Trial trial = new Trial(state);
        try {
            Decision decision = to(to, trial);
            trial.keep(decision);
            return decision;
        } finally {
            trial.undo();
        }
    }

    private Decision to(long to, Trial trial) {
        early.begin();
        boolean isDue = early.isDue();
        long moment = isDue ? state.now : early.nextMoment(to);
        boolean momentsMatter = moment <= to
                || !state.degraded.isEmpty()
                || (!state.tariffs.isEmpty() && !state.fixes.isEmpty())
                || intake.roundEnd() <= to
                || failure.nextRepair() <= to;
        List<Event> events = momentsMatter ? inSteps(to, moment, trial) : inOne(to);
        return new Accepted(state.waitlist.isEmpty() ? events : withThoseWhoWaitedInVain(to, events));
    }

    private List<Event> withThoseWhoWaitedInVain(long to, List<Event> events) {
        List<Waiter> over = state.waitlist.over(to);
        if (over.isEmpty()) {
            return events;
        }
        List<Event> all = new ArrayList<>(events);
        over.forEach(
                waiter -> all.add(new Event.Waitlist(new WaitlistTurn.Left(waiter.id(), WaitlistTurn.Why.EXPIRED))));
        return all;
    }

    private List<Event> inOne(long to) {
        List<Event> events = new ArrayList<>(4);
        if (!state.holds.isEmpty()) {
            expire(to, events);
        }
        events.add(new Event.TimeAdvanced(to));
        if (!state.fixes.isEmpty()) {
            due(to).forEach(reservation -> events.add(adjustment.fixed(reservation)));
        }
        startAndEnd(to, events);
        return events;
    }

    /** @param moment the first at which something may start early */
    private List<Event> inSteps(long to, long moment, Trial trial) {
        repair.timePassed(trial);
        boolean changed = moment == state.now && early.start(trial);
        if (changed && !state.degraded.isEmpty()) {
            // Who starts early leaves a gap that they may recover into now, as they would in an advance to now.
            step(state.now, trial);
        }
        long next = changed || !trial.isEmpty() ? early.nextMoment(to) : moment;
        while (true) {
            long stop = nextStop(to, next);
            boolean roundEnds = stop == intake.roundEnd();
            step(stop, trial);
            if (roundEnds) {
                int before = trial.events().size();
                intake.decide(trial);
                if (trial.events().size() > before) {
                    // Again, so that the calendar forgets the idle time before what was granted from this moment on.
                    trial.add(new Event.TimeAdvanced(stop));
                }
                // What was granted may start, or be fixed, at once.
                happen(stop, trial);
            }
            if (early.start(trial)) {
                step(stop, trial);
            }
            if (stop == to) {
                return trial.events();
            }
            next = early.nextMoment(to);
        }
    }

    private void step(long to, Trial trial) {
        if (!state.holds.isEmpty()) {
            List<Event> expired = new ArrayList<>();
            expire(to, expired);
            expired.forEach(trial::add);
        }
        trial.add(new Event.TimeAdvanced(to));
        if (failure.extendOverdue(trial)) {
            // Again, so that the calendar forgets the idle time before those who moved to this moment.
            trial.add(new Event.TimeAdvanced(to));
        }
        happen(to, trial);
    }

    /** Carries out everything that is due at a moment, once time has advanced to it. */
    private void happen(long now, Trial trial) {
        fix(now, trial);
        startAndEnd(now, trial);
        int before = trial.size();
        repair.timePassed(trial);
        if (trial.size() > before) {
            // What has just recovered may be due to start or to be fixed; the next advance would find it, however
            // short.
            trial.add(new Event.TimeAdvanced(now));
            startAndEnd(now, trial);
            fix(now, trial);
        }
    }

    private void startAndEnd(long now, Trial trial) {
        List<Event> happened = new ArrayList<>(4);
        startAndEnd(now, happened);
        happened.forEach(trial::add);
    }

    private void fix(long now, Trial trial) {
        if (!state.fixes.isEmpty()) {
            due(now).forEach(reservation -> trial.add(adjustment.fixed(reservation)));
        }
    }

    /** The next moment at which something may depend on the moment; the given time if there is none before it. */
    private long nextStop(long to, long earlyStart) {
        long next = Math.min(Math.min(to, earlyStart), intake.roundEnd());
        if (!state.fixes.isEmpty()) {
            next = Math.min(next, Math.max(state.now, state.fixes.first().time()));
        }
        long repaired = failure.nextRepair();
        // What starts and ends before an overdue repair does so first: it can no longer move.
        next = Math.min(next, repaired - 1 > state.now ? repaired - 1 : repaired);
        if (!state.degraded.isEmpty()) {
            for (long until : state.holds.values()) {
                // One that expires right now gives its servers back now, not at the next stop.
                next = Math.min(next, Math.max(state.now, until));
            }
            for (Roster roster : state.rosters.values()) {
                for (Outage outage : roster.outages()) {
                    long end = outage.window().end();
                    next = end > state.now ? Math.min(next, end) : next;
                }
            }
            next = Math.min(next, state.heldLicences.nextEnd(state.now));
        }
        return next;
    }

    /** Closes the holds that expire by then. They are closed before time advances, as if they had never been booked. */
    private void expire(long to, List<Event> events) {
        state.holds.forEach((id, until) -> {
            if (until <= to) {
                events.add(new Event.Closed(id, Event.Cause.EXPIRED));
            }
        });
    }

    /** Reservations whose placement becomes fixed by then. */
    private List<Reservation> due(long to) {
        List<Reservation> due = new ArrayList<>();
        for (State.Fix fix : state.fixes) {
            if (fix.time() > to) {
                break;
            }
            Reservation reservation = state.open.get(fix.reservation());
            if (reservation != null) {
                due.add(reservation);
            }
        }
        return due;
    }

    private void startAndEnd(long to, List<Event> events) {
        for (Roster roster : state.rosters.values()) {
            if (roster.changesBy(to)) {
                StartsAndEnds.until(to, roster, events);
            }
        }
    }
}
