package dev.berth.lab.simulation;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.Arrival;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * One run in which a part of the jobs takes longer than it booked (castillo VI): just before the end of its window such a
 * job asks once for the rest, and the book decides by a policy of overrun. Who needs more, and how much, is drawn from a
 * seed of its own, one draw for each job that arrives, so that all policies see the same overruns.
 */
public final class OverrunSimulation {
    /** Share of the jobs that take longer. */
    public static final double SHARE = 0.2;

    /** Most that one takes longer, as a share of its size; uniform. */
    public static final double MOST = 0.5;

    private static final double MILLIS_PER_HOUR = 3_600_000;

    /** A job that will need more, and when it asks for it. */
    private record Due(long at, ReservationId reservation, long more) {}

    private static final Comparator<Due> BY_TIME =
            Comparator.comparingLong(Due::at).thenComparing(Due::reservation);

    private final JobFeed feed;
    private final OverrunPolicy policy;
    private final Window span;
    private final SplittableRandom random;
    private final TreeSet<Due> dues = new TreeSet<>(BY_TIME);
    private final Map<ReservationId, Due> dueOf = new HashMap<>();
    /** Starts that were promised first, of the reservations that wait. */
    private final Map<ReservationId, Long> promised = new HashMap<>();

    private double asked;
    private double refused;
    private long overruns;
    private long finished;
    private double pauses;
    private long moves;
    private long started;
    private long late;
    private long missed;

    private OverrunSimulation(String calendar, OverrunPolicy policy, List<Pool> pools, Window span, long seed) {
        this.feed = new JobFeed(calendar, pools);
        this.policy = policy;
        this.span = span;
        this.random = new SplittableRandom(seed);
        feed.watch(this::happens);
    }

    /**
     * Runs this many jobs of a workload.
     *
     * @param warmUp how many of them are not counted
     * @param span overruns and starts within it are counted
     */
    public static OverrunResult run(
            String calendar,
            OverrunPolicy policy,
            List<Pool> pools,
            Iterator<Arrival> workload,
            int jobs,
            int warmUp,
            Window span,
            long seed) {
        OverrunSimulation simulation = new OverrunSimulation(calendar, policy, pools, span, seed);
        for (int i = 0; i < jobs && workload.hasNext(); i++) {
            simulation.arrive(workload.next(), i >= warmUp);
        }
        return simulation.result();
    }

    private void arrive(Arrival arrival, boolean counted) {
        Job job = arrival.job();
        boolean longer = random.nextDouble() < SHARE;
        long more = Math.max(1, (long) (random.nextDouble() * MOST * JobFeed.work(job)));
        advance(arrival.submit());
        asked += counted ? JobFeed.work(job) : 0;
        if (feed.reserve(job) instanceof Decision.Accepted taken) {
            Reservation reservation = taken.reservation();
            promised.put(reservation.id(), reservation.window().start());
            if (longer) {
                put(new Due(reservation.window().end() - 1, reservation.id(), more));
            }
        } else {
            refused += counted ? JobFeed.work(job) : 0;
        }
    }

    private void put(Due due) {
        dues.add(due);
        dueOf.put(due.reservation, due);
    }

    private void advance(long to) {
        while (!dues.isEmpty() && dues.first().at <= to) {
            Due due = dues.removeFirst();
            dueOf.remove(due.reservation);
            feed.advance(due.at);
            overrun(due);
        }
        feed.advance(to);
    }

    private void overrun(Due due) {
        boolean counted = due.at >= span.start() && due.at < span.end();
        Decision decision = feed.ask(new Command.Overrun(due.reservation, due.more, policy));
        overruns += counted ? 1 : 0;
        if (counted && decision instanceof Decision.Accepted granted && policy != OverrunPolicy.KILL) {
            finished++;
            pauses += granted.events().stream()
                    .filter(Event.Reserved.class::isInstance)
                    .mapToLong(rest ->
                            ((Event.Reserved) rest).reservation().window().start() - due.at - 1)
                    .sum();
        }
    }

    /** Just before it is applied. */
    private void happens(Event event) {
        if (event instanceof Event.Moved moved) {
            moved.reservations().forEach(this::moved);
        } else if (event instanceof Event.Started start) {
            started(start.reservation());
        }
    }

    private void started(ReservationId id) {
        long at = feed.book().reservation(id).orElseThrow().window().start();
        Long first = promised.remove(id);
        if (first != null && at >= span.start() && at < span.end()) {
            started++;
            late += at > first ? 1 : 0;
        }
    }

    private void moved(Reservation reservation) {
        Window window = reservation.window();
        if (window.start() >= span.start() && window.start() < span.end()) {
            moves++;
            missed += window.end() > reservation.job().deadline() ? 1 : 0;
        }
        Due due = dueOf.get(reservation.id());
        if (due != null) {
            dues.remove(due);
            put(new Due(window.end() - 1, due.reservation, due.more));
        }
    }

    private OverrunResult result() {
        return new OverrunResult(
                Simulation.share(refused, asked),
                overruns,
                Simulation.share((double) finished, (double) overruns),
                Simulation.share(pauses / MILLIS_PER_HOUR, (double) finished),
                Simulation.share((double) moves, (double) overruns),
                Simulation.share((double) late, (double) started),
                missed);
    }
}
