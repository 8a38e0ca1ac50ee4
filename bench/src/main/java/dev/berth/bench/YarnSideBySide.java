package dev.berth.bench;

import dev.berth.bench.peer.YarnPlan;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * YARN's reservation plan beside {@code earliest} and {@code level}, on one pool of equal servers, at 1,000 and 10,000
 * open reservations. YARN's agent takes the earliest start, so its answers are checked against those of {@code earliest}
 * one by one.
 */
public final class YarnSideBySide {
    private static final long SECOND = 1_000;

    private final YarnPlan yarn;
    private final Calendar earliest = Calendars.create("earliest");
    private final Calendar level = Calendars.create("level");
    private final CastilloWorkload workload;
    private final PriorityQueue<long[]> ends = new PriorityQueue<>(Comparator.comparingLong(end -> end[0]));
    private long count;
    private long yarnNanos;
    private long earliestNanos;
    private long levelNanos;

    private YarnSideBySide(int servers) {
        Pool pool = new Pool("all", servers, "1");
        yarn = new YarnPlan(servers);
        earliest.addServers(pool, 0, servers, 0);
        level.addServers(pool, 0, servers, 0);
        workload = new CastilloWorkload(List.of(pool), 0.9, 20, 1);
    }

    public static void main(String[] args) {
        new YarnSideBySide(38).measure(1_000, 200, true);
        new YarnSideBySide(38).measure(1_000, 400, false);
        new YarnSideBySide(380).measure(10_000, 60, false);
    }

    private void measure(int open, int timed, boolean warmUp) {
        while (yarn.size() < open) {
            admitAll(1);
        }
        yarnNanos = 0;
        earliestNanos = 0;
        levelNanos = 0;
        admitAll(timed);
        if (!warmUp) {
            System.out.printf(
                    "%d open reservations, %d admissions: YARN %.0f us, earliest %.2f us (1/%.0f), level %.2f us (1/%.0f)%n",
                    yarn.size(),
                    timed,
                    yarnNanos / 1e3 / timed,
                    earliestNanos / 1e3 / timed,
                    (double) yarnNanos / earliestNanos,
                    levelNanos / 1e3 / timed,
                    (double) yarnNanos / levelNanos);
        }
    }

    /** The same jobs for each in turn; what ended is removed from YARN's plan outside the timing. */
    private void admitAll(int jobs) {
        List<Arrival> arrivals =
                Stream.generate(() -> inSeconds(workload.next())).limit(jobs).toList();
        while (!ends.isEmpty() && ends.peek()[0] <= arrivals.getFirst().submit()) {
            yarn.delete(ends.remove()[1]);
        }
        boolean[] taken = new boolean[jobs];
        List<@Nullable Placement> placements = new ArrayList<>();
        long begin = System.nanoTime();
        for (int i = 0; i < jobs; i++) {
            Job job = arrivals.get(i).job();
            taken[i] = yarn.reserve(count + i, job.ready(), job.work().amount(), job.deadline(), 1);
        }
        long afterYarn = System.nanoTime();
        arrivals.forEach(arrival -> placements.add(admit(earliest, arrival)));
        long afterEarliest = System.nanoTime();
        arrivals.forEach(arrival -> admit(level, arrival));
        levelNanos += System.nanoTime() - afterEarliest;
        earliestNanos += afterEarliest - afterYarn;
        yarnNanos += afterYarn - begin;
        for (int i = 0; i < jobs; i++) {
            check(count + i, taken[i], placements.get(i), arrivals.get(i).job());
        }
        count += jobs;
    }

    private static @Nullable Placement admit(Calendar calendar, Arrival arrival) {
        calendar.forget(arrival.submit());
        Placement placement = calendar.find(Query.of(arrival.job(), arrival.submit(), Query.ANY_POOL));
        if (placement != null) {
            calendar.book(placement);
        }
        return placement;
    }

    private void check(long id, boolean taken, @Nullable Placement ours, Job job) {
        if (!taken) {
            if (ours != null) {
                throw new IllegalStateException("YARN refuses what earliest places: " + job);
            }
            return;
        }
        YarnPlan.Placement theirs = yarn.placement(id).orElseThrow();
        if (ours == null
                || theirs.startMillis() != ours.window().start()
                || theirs.endMillis() != ours.window().end()) {
            throw new IllegalStateException("YARN says " + theirs + " and earliest " + ours + " for " + job);
        }
        ends.add(new long[] {theirs.endMillis(), id});
    }

    /** YARN rounds durations up to its step of a second; whole seconds keep the two comparable. */
    private static Arrival inSeconds(Arrival arrival) {
        Job job = arrival.job();
        long ready = round(job.ready());
        long work = Math.max(SECOND, round(job.work().amount()));
        long deadline = Math.max(ready + work, round(job.deadline()));
        return new Arrival(arrival.submit(), Job.of(job.id().name(), ready, work, deadline));
    }

    private static long round(long millis) {
        return millis / SECOND * SECOND;
    }
}
