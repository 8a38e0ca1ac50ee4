package dev.berth.cli.replay;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import java.util.List;
import java.util.function.Consumer;

/** Feeds a new book one job after the other, each at the time it is submitted, and keeps the score. */
public final class Replay {
    private final Book book;
    private final long servers;
    private final double unitsPerSecond;
    private final Consumer<Event> listener;
    private final Tally tally = new Tally();

    /**
     * @param unitsPerSecond how the times are to be read when seconds are reported
     * @param listener told of every event that a decision leads to
     */
    public Replay(String policy, String admission, List<Pool> pools, double unitsPerSecond, Consumer<Event> listener) {
        this.book = new Book(policy, admission);
        this.servers = pools.stream().mapToLong(Pool::servers).sum();
        this.unitsPerSecond = unitsPerSecond;
        this.listener = listener;
        pools.forEach(pool -> book.submit(new Command.AddPool(pool)));
    }

    /** The book's answer to a job. Submits never go back. */
    public Decision decide(long submit, Job job) {
        tally.submitted(submit);
        long begin = System.nanoTime();
        Decision passed = submit(new Command.Advance(submit));
        Decision decision = submit(new Command.Reserve(job));
        tally.decided(System.nanoTime() - begin, book.calendarSize());
        tell(passed);
        tell(decision);
        switch (decision) {
            case Decision.Accepted accepted ->
                tally.accepted(job, accepted.reservation().placement());
            case Decision.Refused refused ->
                tally.refused((double) job.work().amount() * job.servers(), refused.refusal());
            case Decision.Report report -> throw new IllegalStateException("not an answer to a job: " + report);
        }
        return decision;
    }

    /** Counts a job that breaks a rule of the model and is refused unseen; the values are as its user gave them. */
    public void refuseUnseen(long submit, long work, long jobServers) {
        tally.submitted(submit);
        tally.refused((double) Math.max(0, work) * Math.max(1, jobServers), null);
    }

    /** Lets time pass until all that was accepted has ended. */
    public void finish() {
        tell(submit(new Command.Advance(Math.max(book.now(), lastEnd()))));
    }

    private long lastEnd() {
        return book.reservations().stream()
                .mapToLong(reservation -> reservation.window().end())
                .reduce(tally.lastEnd(), Math::max);
    }

    private Decision submit(Command command) {
        Decision decision = book.decide(command);
        if (decision instanceof Decision.Accepted accepted) {
            accepted.events().forEach(this::apply);
        }
        return decision;
    }

    /** Where a reservation was is known until the event is applied. */
    private void apply(Event event) {
        if (event instanceof Event.Moved moved) {
            moved.reservations().forEach(after -> tally.moved(open(after.id()), after));
        } else if (event instanceof Event.Closed closed) {
            tally.ended(open(closed.reservation()));
        }
        book.apply(event);
    }

    private Reservation open(ReservationId id) {
        return book.reservation(id).orElseThrow();
    }

    private void tell(Decision decision) {
        if (decision instanceof Decision.Accepted accepted) {
            accepted.events().forEach(listener);
        }
    }

    public Summary summary() {
        return tally.summary(book.policy(), book.admission(), servers, lastEnd(), unitsPerSecond);
    }
}
