package dev.berth.lab.experiment.recovery;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.engine.waitlist.WaitlistTurn;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.JobFeed;
import dev.berth.lab.workload.Arrival;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run: users book, come or not, and use all or a part of their time, while the real book gives what is given back to others.
 * An observer looks every five minutes, as a guard does, and whenever a job arrives or something is due.
 */
final class RecoverySimulation {
    private static final long LOOK = 5 * 60_000;

    /**
     * Times by which the observer acts, in milliseconds.
     *
     * @param noShowAfter from the start of a reservation that nobody uses to its end as a no-show
     * @param idleAfter from the last use of a reservation to its end as idle
     * @param cancelAhead from the cancellation of a user who fears the fee to the promised start
     */
    record Times(long noShowAfter, long idleAfter, long cancelAhead) {}

    private enum Act {
        CANCEL,
        NO_SHOW,
        FINISH
    }

    private record Due(long at, ReservationId reservation, Act act) {}

    /** A job that arrived; those of the warm-up are not counted. */
    private record Asked(Habit habit, long submit, double needed, boolean counted) {}

    private static final Comparator<Due> BY_TIME =
            Comparator.comparingLong(Due::at).thenComparing(Due::reservation).thenComparing(Due::act);

    private final RecoveryWay way;
    private final Supplier<Habit> habits;
    private final double deterred;
    private final Times times;
    private final JobFeed feed;
    private final RecoveryTally tally;
    private final Map<PoolId, Double> rates = new HashMap<>();
    private final Map<ReservationId, Asked> booked = new HashMap<>();
    private final Map<WaiterId, Asked> waiting = new HashMap<>();
    private final Map<ReservationId, Stay> running = new HashMap<>();
    private final TreeSet<Due> dues = new TreeSet<>(BY_TIME);
    /** Job that was served; its reservation is one of the next events. */
    private @Nullable Asked served;

    /**
     * A run that has not begun.
     *
     * @param habits those of the jobs, in the order in which they arrive
     * @param deterred share of those who would not come that cancel in time for the fee
     * @param span what is measured
     */
    RecoverySimulation(
            RecoveryWay way,
            BookPolicy policy,
            List<Pool> pools,
            Supplier<Habit> habits,
            double deterred,
            Times times,
            Window span) {
        this.way = way;
        this.habits = habits;
        this.deterred = deterred;
        this.times = times;
        this.feed = new JobFeed(policy, pools);
        this.tally = new RecoveryTally(span);
        pools.forEach(pool -> rates.put(pool.id(), pool.rate().millionths() / 1e6));
        feed.watch(this::happens);
    }

    /**
     * Runs this many jobs of a workload, or all it has if fewer.
     *
     * @param warmUp how many of them are not counted
     * @param capacity what all servers do in a unit of time
     */
    Measures run(Iterator<Arrival> workload, int jobs, int warmUp, double capacity) {
        long last = 0;
        for (int i = 0; i < jobs && workload.hasNext(); i++) {
            Arrival arrival = workload.next();
            last = arrival.submit();
            arrive(arrival, i >= warmUp);
        }
        long end = last;
        running.values().forEach(stay -> tally.held(stay, end));
        return tally.measures(capacity);
    }

    private Book book() {
        return feed.book();
    }

    private void arrive(Arrival arrival, boolean counted) {
        advance(arrival.submit());
        Habit habit = habits.get();
        Job job = arrival.job();
        Asked asked = new Asked(habit, arrival.submit(), habit.used() * JobFeed.work(job), counted);
        if (counted) {
            tally.asked(asked.needed);
        }
        if (!way.foreseen()) {
            ask(job, asked);
        } else if (habit.comes()) {
            ask(shortened(job, habit), new Asked(stays(), asked.submit, asked.needed, counted));
        }
    }

    private static Habit stays() {
        return new Habit(Habit.Kind.STAYS, 1, 1);
    }

    private static Job shortened(Job job, Habit habit) {
        long work = (long) Math.max(1, Math.ceil(habit.used() * job.work().amount()));
        return job.shaped(new Shape.Rigid(job.servers(), new Work(work)));
    }

    private void ask(Job job, Asked asked) {
        Job whenFree = job.whenFree();
        Decision decision =
                feed.ask(way.list() ? new Command.Await(whenFree, job.deadline(), 0) : new Command.Reserve(whenFree));
        if (decision instanceof Decision.Accepted accepted) {
            WaiterId waiter = joined(accepted.events());
            if (waiter == null) {
                if (asked.counted) {
                    tally.booked(asked.needed);
                }
                book(accepted.reservation(), asked);
            } else {
                waiting.put(waiter, asked);
            }
        }
    }

    private static @Nullable WaiterId joined(List<Event> events) {
        for (Event event : events) {
            if (event instanceof Event.Waitlist(WaitlistTurn.Joined joined)) {
                return joined.waiter().id();
            }
        }
        return null;
    }

    private void book(Reservation reservation, Asked asked) {
        booked.put(reservation.id(), asked);
        if (way.fees() && !asked.habit.comes() && asked.habit.deterrence() < deterred) {
            long at = reservation.window().start() - times.cancelAhead;
            dues.add(new Due(Math.max(at, book().now() + 1), reservation.id(), Act.CANCEL));
        }
    }

    /** Lets time pass look by look, because what starts meanwhile may be due before its end. */
    private void advance(long to) {
        while (book().now() < to) {
            long next = Math.min(to, (book().now() / LOOK + 1) * LOOK);
            if (!dues.isEmpty()) {
                next = Math.min(next, Math.max(dues.first().at, book().now()));
            }
            feed.advance(next);
            while (!dues.isEmpty() && dues.first().at <= next) {
                act(dues.removeFirst());
            }
            serve();
        }
    }

    private void act(Due due) {
        ReservationId id = due.reservation;
        switch (due.act) {
            case CANCEL -> {
                // Whoever has started meanwhile comes too late for it.
                if (booked.containsKey(id) && !running.containsKey(id)) {
                    feed.done(new Command.Cancel(id));
                }
            }
            case NO_SHOW -> {
                if (running.containsKey(id)) {
                    feed.done(new Command.NoShow(id));
                }
            }
            case FINISH -> {
                if (running.containsKey(id)) {
                    feed.done(new Command.Finish(id));
                }
            }
        }
    }

    private void serve() {
        while (book().hasFreed()) {
            feed.done(new Command.Serve());
        }
    }

    /** Just before it is applied, while the book still knows where the reservation was. */
    private void happens(Event event) {
        if (event instanceof Event.Started started) {
            start(book().reservation(started.reservation()).orElseThrow());
        } else if (event instanceof Event.Closed closed) {
            Stay stay = running.remove(closed.reservation());
            booked.remove(closed.reservation());
            if (stay != null) {
                close(stay, Math.min(book().now(), stay.window().end()));
            }
        } else if (event instanceof Event.Reserved reserved && served != null) {
            book(reserved.reservation(), served);
            served = null;
        } else if (event instanceof Event.Waitlist(WaitlistTurn.Served turn)) {
            served = waiting.remove(turn.waiter());
            if (served != null && served.counted) {
                tally.booked(served.needed);
                tally.served(book().now() - served.submit);
            }
        } else if (event instanceof Event.Waitlist(WaitlistTurn.Left left)) {
            Asked gone = waiting.remove(left.waiter());
            if (gone != null && gone.counted) {
                tally.expired();
            }
        }
    }

    private void close(Stay stay, long at) {
        if (at < stay.usedUntil()) {
            throw new IllegalStateException(stay + " was in use and ended at " + at);
        }
        tally.held(stay, at);
    }

    private void start(Reservation reservation) {
        Asked asked = booked.get(reservation.id());
        if (asked == null) {
            throw new IllegalStateException(reservation + " starts and was not asked for");
        }
        Window window = reservation.window();
        Stay stay = new Stay(
                asked.habit,
                window,
                reservation.placement().count(),
                rates.getOrDefault(reservation.placement().pool(), 0.0));
        running.put(reservation.id(), stay);
        if (asked.counted && asked.habit.comes()) {
            tally.started(window.start() - reservation.job().ready());
        }
        Due due = due(reservation.id(), stay);
        if (due != null && due.at < window.end()) {
            dues.add(due);
        }
    }

    /** When its time is given back; null if it is not. */
    private @Nullable Due due(ReservationId id, Stay stay) {
        return switch (stay.habit().kind()) {
            case STAYS -> null;
            case ENDS_EARLY -> way.ends() ? new Due(stay.usedUntil(), id, Act.FINISH) : null;
            case IDLES -> way.idle() ? new Due(stay.usedUntil() + times.idleAfter, id, Act.FINISH) : null;
            case ABSENT -> way.ends() ? new Due(stay.window().start() + times.noShowAfter, id, Act.NO_SHOW) : null;
        };
    }
}
