package dev.berth.lab.simulation;

import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run: arrivals go to the real book at their time; starts and ends happen in the book as time passes.
 *
 * <p>The first part of the jobs is warm-up: what they ask and lose is not counted, and utilisation is measured from the
 * first arrival after them to the last arrival. The fluid bound on the loss is what a site would lose if jobs could be
 * cut at will and moved in time within the measured span: the impossible work, or the work that arrives above what all
 * servers can do, whichever is more. It is a bound in the long run: the last jobs of a short one are served after its
 * end, and it may lose less.
 */
public final class Simulation {
    private static final double MILLIS_PER_HOUR = 3_600_000;

    private final JobFeed feed;
    private final double capacity;
    private final Map<PoolId, Double> rates = new HashMap<>();
    private final long from;
    private final long until;
    private double asked;
    private double impossible;
    private double rejected;
    private double busy;
    private double waited;
    private long accepted;
    private double workDone;
    private @Nullable OpportunisticJobs opportunistic;
    private @Nullable Promises promises;
    private @Nullable IdleTimes idleTimes;

    private Simulation(BookPolicy scheduler, List<Pool> pools, Window span) {
        this.from = span.start();
        this.until = span.end();
        this.feed = new JobFeed(scheduler, pools);
        feed.watch(this::happens);
        this.capacity = CastilloWorkload.capacity(pools);
        pools.forEach(pool -> rates.put(pool.id(), pool.rate().millionths() / 1e6));
    }

    /**
     * Runs this many jobs of a workload, or all it has if fewer.
     *
     * @param warmUp how many of them are not counted
     * @param span from when to when utilisation is measured: found by a first look at the same workload, so that
     *     placements can be counted as they are made
     */
    public static SimulationResult run(
            String policy, List<Pool> pools, Iterator<Arrival> workload, int jobs, int warmUp, Window span) {
        return new Simulation(BookPolicy.asPromised(policy), pools, span).run(workload, jobs, warmUp);
    }

    /** The same run with opportunistic jobs on all that is idle, drawn from a seed of their own. */
    public static SimulationResult filled(
            String policy, List<Pool> pools, Iterator<Arrival> workload, int jobs, int warmUp, Window span, long seed) {
        Simulation simulation = new Simulation(BookPolicy.asPromised(policy), pools, span);
        simulation.opportunistic = new OpportunisticJobs(simulation.feed, span, seed);
        return simulation.run(workload, jobs, warmUp);
    }

    /** A run in which reservations may move and start early, and are followed to their end: it has a {@link Fulfilment} and a {@link GroupUse} of each pool. */
    public static SimulationResult followed(
            BookPolicy scheduler, List<Pool> pools, Iterator<Arrival> workload, int jobs, int warmUp, Window span) {
        Simulation simulation = new Simulation(scheduler, pools, span);
        simulation.promises = new Promises(simulation.feed.book(), span);
        simulation.idleTimes = new IdleTimes(pools, span);
        return simulation.run(workload, jobs, warmUp);
    }

    private SimulationResult run(Iterator<Arrival> workload, int jobs, int warmUp) {
        long cpu = cpuNanos();
        for (int i = 0; i < jobs && workload.hasNext(); i++) {
            arrive(workload.next(), i >= warmUp);
        }
        if (promises != null) {
            finish();
        }
        return result((cpuNanos() - cpu) / 1e9);
    }

    /** The time from the first arrival after the warm-up to the last one. */
    public static Window span(Iterator<Arrival> workload, int jobs, int warmUp) {
        long first = 0;
        long last = 0;
        for (int i = 0; i < jobs && workload.hasNext(); i++) {
            last = workload.next().submit();
            first = i <= warmUp ? last : first;
        }
        return new Window(first, Math.max(first + 1, last));
    }

    /** The processor time of this thread. */
    public static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void arrive(Arrival arrival, boolean counted) {
        Job job = arrival.job();
        double work = JobFeed.work(job);
        List<Event> passed = feed.advance(arrival.submit());
        if (opportunistic != null) {
            opportunistic.follow(passed);
        }
        Decision decision = feed.reserve(job);
        asked += counted ? work : 0;
        if (decision instanceof Decision.Accepted taken) {
            accept(taken.reservation(), counted);
        } else if (counted && decision instanceof Decision.Refused refused) {
            refuse(work, refused.refusal());
        }
    }

    private void accept(Reservation reservation, boolean counted) {
        Placement placement = reservation.placement();
        use(placement, 1);
        if (counted) {
            accepted++;
            waited += placement.window().start() - reservation.job().ready();
        }
        if (promises != null) {
            promises.made(reservation);
        }
    }

    /** Adds what a placement uses within the span, or takes it away again. */
    private void use(Placement placement, int sign) {
        Window window = placement.window();
        double serverTime = (double) placement.count()
                * Math.max(0, Math.min(until, window.end()) - Math.max(from, window.start()));
        busy += sign * serverTime;
        workDone += sign * serverTime * rates.getOrDefault(placement.pool(), 0.0);
    }

    /** Just before it is applied, while the book still knows where reservations were. */
    private void happens(Event event) {
        switch (event) {
            case Event.Moved moved -> moved.reservations().forEach(this::move);
            case Event.StartsEarly early -> move(early.reservation());
            case Event.Started started -> start(started);
            case Event.PoolAdded none -> {}
            case Event.ServersAdded none -> {}
            case Event.Reserved none -> {}
            case Event.RoundsSet none -> {}
            case Event.LicencesSet none -> {}
            case Event.PolicySet none -> {}
            case Event.Queued none -> {}
            case Event.Deferred none -> {}
            case Event.TurnedAway none -> {}
            case Event.Held none -> {}
            case Event.Confirmed none -> {}
            case Event.TariffSet none -> {}
            case Event.Changed none -> {}
            case Event.Renamed none -> {}
            case Event.Repacked none -> {}
            case Event.Bound none -> {}
            case Event.Shunned none -> {}
            case Event.Closed none -> {}
            case Event.OutagePlanned none -> {}
            case Event.OutageEnded none -> {}
            case Event.TimeAdvanced none -> {}
            case Event.Degraded none -> {}
            case Event.Recovered none -> {}
            case Event.Opportunistic none -> {}
            case Event.Waitlist none -> {}
        }
        if (promises != null) {
            promises.happens(event);
        }
    }

    private void start(Event.Started started) {
        IdleTimes measured = idleTimes;
        if (measured != null) {
            Placement placement =
                    feed.book().reservation(started.reservation()).orElseThrow().placement();
            started.servers().forEach(server -> measured.started(placement.pool(), server, placement.window()));
        }
    }

    private void move(Reservation after) {
        use(feed.book().reservation(after.id()).orElseThrow().placement(), -1);
        use(after.placement(), 1);
    }

    /** Lets time pass until all that was accepted has ended. */
    private void finish() {
        feed.advance(feed.book().reservations().stream()
                .mapToLong(reservation -> reservation.window().end())
                .reduce(feed.book().now(), Math::max));
    }

    private void refuse(double work, Refusal refusal) {
        if (JobFeed.isImpossible(refusal)) {
            impossible += work;
        } else {
            rejected += work;
        }
    }

    private SimulationResult result(double cpuSeconds) {
        double possible = capacity * (until - from);
        return new SimulationResult(
                share(impossible, asked),
                share(rejected, asked),
                busy / ((double) feed.servers() * (until - from)),
                accepted == 0 ? 0 : waited / accepted / MILLIS_PER_HOUR,
                Math.max(share(impossible, asked), 1 - share(possible, Math.max(possible, asked))),
                cpuSeconds,
                share(workDone, possible),
                opportunistic == null ? OpportunisticResult.NONE : opportunistic.result(capacity),
                promises == null ? Fulfilment.UNKNOWN : promises.fulfilment(),
                idleTimes == null ? List.of() : idleTimes.use());
    }

    /** 0 of nothing. */
    public static double share(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}
