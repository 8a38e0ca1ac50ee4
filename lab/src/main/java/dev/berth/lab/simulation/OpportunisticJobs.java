package dev.berth.lab.simulation;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.engine.opportunistic.Turn;
import dev.berth.lab.workload.CastilloWorkload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Opportunistic jobs without end (castillo VI): at every arrival the queue is filled up with enough jobs that no server stays
 * idle for want of them until the next. Each takes one server and is as long as the jobs of section VII are.
 */
final class OpportunisticJobs {
    private static final JobId ID = new JobId("o");
    /** On a small site arrivals are far apart, and one server goes through many jobs in between. */
    private static final int SPARE = 50;

    private static final double MILLIS_PER_HOUR = 3_600_000;

    private final JobFeed feed;
    private final Book book;
    private final long servers;
    private final long enough;
    private final Window span;
    private final SplittableRandom random;
    private final Map<OpportunistId, Turn.Began> running = new HashMap<>();
    private double busy;
    private double work;
    private long stints;
    private double stintTime;

    /**
     * @param span what is measured
     */
    OpportunisticJobs(JobFeed feed, Window span, long seed) {
        this.feed = feed;
        this.book = feed.book();
        this.servers = feed.servers();
        this.enough = 2 * servers + SPARE;
        this.span = span;
        this.random = new SplittableRandom(seed);
        topUp();
    }

    private void topUp() {
        while (book.queuedOpportunists().size() < enough) {
            Work size = new Work(CastilloWorkload.size(random));
            feed.done(new Command.QueueOpportunist(ID, "", 1, size, Requirements.NONE));
        }
    }

    /** Counts what they did while time went on, and brings more. */
    void follow(List<Event> passed) {
        for (Event event : passed) {
            if (event instanceof Event.Opportunistic opportunistic) {
                count(opportunistic.turn());
            }
        }
        if (book.queuedOpportunists().isEmpty()) {
            throw new IllegalStateException("the queue of opportunistic jobs ran dry at " + book.now());
        }
        topUp();
    }

    private void count(Turn turn) {
        switch (turn) {
            case Turn.Began t -> running.put(t.opportunist(), t);
            case Turn.Preempted t -> endStint(t.opportunist(), t.at());
            case Turn.Ended t -> endStint(t.opportunist(), t.at());
            case Turn.Queued none -> {}
            case Turn.Cancelled none -> {}
        }
    }

    private void endStint(OpportunistId id, long at) {
        Turn.Began began = running.remove(id);
        if (began == null) {
            throw new IllegalStateException(id + " stops and has not begun");
        }
        addUp(began.rate(), began.servers().size(), began.at(), at);
        if (at >= span.start()) {
            stints++;
            stintTime += at - began.at();
        }
    }

    private void addUp(Rate rate, int count, long from, long to) {
        long within = Math.max(0, Math.min(span.end(), to) - Math.max(span.start(), from));
        busy += (double) within * count;
        work += (double) within * count * rate.millionths() / 1e6;
    }

    /**
     * Once time has come to the end of the span.
     *
     * @param capacity what all servers do in a unit of time
     */
    OpportunisticResult result(double capacity) {
        for (Stint stint : book.runningOpportunists()) {
            addUp(stint.rate(), stint.servers().size(), stint.start(), span.end());
        }
        double length = span.length();
        return new OpportunisticResult(
                busy / (servers * length),
                work / (capacity * length),
                stints == 0 ? 0 : stintTime / stints / MILLIS_PER_HOUR);
    }
}
