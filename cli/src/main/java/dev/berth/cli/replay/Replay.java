package dev.berth.cli.replay;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import java.util.List;
import java.util.function.Consumer;

/** Feeds a new book one job after the other, each at the time it is submitted, and keeps the score. */
public final class Replay {
    private final Book book;
    private final long servers;
    private final double unitsPerSecond;
    private final Consumer<Event.Started> onStart;
    private final Tally tally = new Tally();

    /**
     * @param unitsPerSecond how the times are to be read when seconds are reported
     * @param onStart told of each reservation that starts and of the servers that it is given
     */
    public Replay(String policy, List<Pool> pools, double unitsPerSecond, Consumer<Event.Started> onStart) {
        this.book = new Book(policy);
        this.servers = pools.stream().mapToLong(Pool::servers).sum();
        this.unitsPerSecond = unitsPerSecond;
        this.onStart = onStart;
        pools.forEach(pool -> book.submit(new Command.AddPool(pool)));
    }

    /** The book's answer to a job. Submits never go back. */
    public Decision decide(long submit, Job job) {
        tally.submitted(submit);
        long begin = System.nanoTime();
        Decision passed = book.submit(new Command.Advance(submit));
        Decision decision = book.submit(new Command.Reserve(job));
        tally.decided(System.nanoTime() - begin, book.calendarSize());
        tellStarts(passed);
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
        tellStarts(book.submit(new Command.Advance(Math.max(book.now(), tally.lastEnd()))));
    }

    private void tellStarts(Decision passed) {
        if (passed instanceof Decision.Accepted accepted) {
            for (Event event : accepted.events()) {
                if (event instanceof Event.Started started) {
                    onStart.accept(started);
                }
            }
        }
    }

    public Summary summary() {
        return tally.summary(book.policy(), servers, unitsPerSecond);
    }
}
