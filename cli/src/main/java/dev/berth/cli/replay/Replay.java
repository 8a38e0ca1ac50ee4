package dev.berth.cli.replay;

import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.JobFeed;
import java.util.List;
import java.util.function.Consumer;

/** One job after the other through a new book, each at the time it is submitted; keeps the score. */
public final class Replay {
    private final JobFeed feed;
    private final BookPolicy scheduler;
    private final double unitsPerSecond;
    private final Consumer<Event> listener;
    private final ReplayTally tally = new ReplayTally();

    /**
     * @param unitsPerSecond how the times are to be read when seconds are reported
     * @param listener told of every event that a decision leads to
     */
    public Replay(BookPolicy scheduler, List<Pool> pools, double unitsPerSecond, Consumer<Event> listener) {
        this.feed = new JobFeed(scheduler, pools);
        this.scheduler = scheduler;
        this.unitsPerSecond = unitsPerSecond;
        this.listener = listener;
        feed.watch(this::count);
    }

    /** The book's answer to a job. Submits never go back. */
    public Decision decide(long submit, Job job) {
        tally.submitted(submit);
        long begin = System.nanoTime();
        List<Event> passed = feed.advance(submit);
        Decision decision = feed.reserve(job);
        tally.decided(System.nanoTime() - begin, feed.book().calendarSize());
        passed.forEach(listener);
        switch (decision) {
            case Decision.Accepted accepted -> {
                accepted.events().forEach(listener);
                tally.accepted(job, accepted.reservation().placement());
            }
            case Decision.Refused refused -> tally.refused(JobFeed.work(job), refused.refusal());
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
        feed.advance(Math.max(feed.book().now(), lastEnd())).forEach(listener);
    }

    private long lastEnd() {
        return feed.book().reservations().stream()
                .mapToLong(reservation -> reservation.window().end())
                .reduce(tally.lastEnd(), Math::max);
    }

    /** Where a reservation was is known until the event is applied. */
    private void count(Event event) {
        switch (event) {
            case Event.Moved moved -> moved.reservations().forEach(this::moved);
            case Event.StartsEarly early -> moved(early.reservation());
            case Event.Started started -> tally.started(open(started.reservation()));
            case Event.Closed closed -> tally.ended(open(closed.reservation()));
            case Event.PoolAdded e -> {}
            case Event.ServersAdded e -> {}
            case Event.Reserved e -> {}
            case Event.RoundsSet e -> {}
            case Event.LicencesSet e -> {}
            case Event.PolicySet e -> {}
            case Event.Queued e -> {}
            case Event.Deferred e -> {}
            case Event.TurnedAway e -> {}
            case Event.Held e -> {}
            case Event.Confirmed e -> {}
            case Event.TariffSet e -> {}
            case Event.Changed e -> {}
            case Event.Renamed e -> {}
            case Event.Repacked e -> {}
            case Event.Bound e -> {}
            case Event.Shunned e -> {}
            case Event.OutagePlanned e -> {}
            case Event.OutageEnded e -> {}
            case Event.TimeAdvanced e -> {}
            case Event.Degraded e -> {}
            case Event.Recovered e -> {}
            case Event.Opportunistic e -> {}
            case Event.Waitlist e -> {}
        }
    }

    private void moved(Reservation after) {
        tally.moved(open(after.id()), after);
    }

    private Reservation open(ReservationId id) {
        return feed.book().reservation(id).orElseThrow();
    }

    /** Waits and turnaround are those of what has ended, so {@link #finish} first. */
    public Summary summary() {
        return tally.summary(scheduler, feed.servers(), lastEnd(), unitsPerSecond);
    }
}
