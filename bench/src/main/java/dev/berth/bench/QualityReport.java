package dev.berth.bench;

import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.lab.bound.OfflineBound;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.JobFeed;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Which share of the work does each policy lose on 100,000 jobs of castillo's workload, over five seeds, and how long do jobs
 * wait? What is left of that if {@code level} may move what waits ({@code replan}), and if jobs start as soon as servers are
 * free? And what can nobody keep?
 *
 * <p>Arguments, in any order: loads, and policies, {@code replan} or {@code bound}; without any 0.9, 1.0, 1.1 and all.
 */
public final class QualityReport {
    private static final int JOBS = 100_000;
    private static final int SEEDS = 5;
    private static final double MILLIS_PER_MINUTE = 60_000;
    private static final String BOUND = "bound";
    /** Processor time of the thread: other programs on the machine do not count. */
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private QualityReport() {}

    public static void main(String[] args) {
        List<Double> loads = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String arg : args) {
            if (Character.isDigit(arg.charAt(0))) {
                loads.add(Double.parseDouble(arg));
            } else {
                names.add(arg);
            }
        }
        if (names.isEmpty()) {
            names.addAll(Calendars.names());
            names.addAll(List.of(BookPolicy.REPLAN, BOUND));
        }
        for (double load : loads.isEmpty() ? List.of(0.9, 1.0, 1.1) : loads) {
            names.forEach(name -> report(name, load));
        }
    }

    private static void report(String name, double load) {
        if (name.equals(BOUND)) {
            reportBound(load);
            return;
        }
        BookPolicy asPromised = BookPolicy.named(name);
        report(name, asPromised, load);
        report(name, asPromised.startingEarly(), load);
    }

    /** Prints the least loss that any scheduler has on these jobs, even if it knows all of them in advance. */
    private static void reportBound(double load) {
        double highest = 0;
        double sum = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            List<Pool> pools = Level.L4.pools(120);
            List<Arrival> arrivals = Stream.generate(new CastilloWorkload(pools, load, 20, seed)::next)
                    .limit(JOBS)
                    .toList();
            double loss =
                    OfflineBound.of(pools, arrivals, OfflineBound.INTERVAL).loss();
            highest = Math.max(highest, loss);
            sum += loss;
        }
        System.out.printf(
                "load %.1f  %-24s mean %6.3f%%  highest    %6.3f%%%n", load, BOUND, 100 * sum / SEEDS, 100 * highest);
    }

    private static void report(String name, BookPolicy scheduler, double load) {
        List<Run> runs = new ArrayList<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            runs.add(new Run(scheduler, load, seed));
        }
        System.out.printf(
                "load %.1f  %-11s %-12s mean %6.3f%%  worst seed %6.3f%%  promised wait %5.1f min, real %5.1f min"
                        + "  a decision %6.1f us, time passing %6.1f us a job%n",
                load,
                name,
                scheduler.earlyStarts() ? "early starts" : "as promised",
                mean(runs, run -> 100 * run.lost / run.asked),
                runs.stream()
                        .mapToDouble(run -> 100 * run.lost / run.asked)
                        .max()
                        .orElseThrow(),
                mean(runs, run -> run.promisedWait / run.started / MILLIS_PER_MINUTE),
                mean(runs, run -> run.wait / run.started / MILLIS_PER_MINUTE),
                mean(runs, run -> run.deciding / 1e3 / JOBS),
                mean(runs, run -> run.passing / 1e3 / JOBS));
    }

    private static double mean(List<Run> runs, ToDoubleFunction<Run> value) {
        return runs.stream().mapToDouble(value).average().orElseThrow();
    }

    /** One seed. Waits are those of the jobs that have started when the last one arrives. */
    private static final class Run {
        private final JobFeed feed;
        private final Map<ReservationId, Long> promised = new HashMap<>();
        private double asked;
        private double lost;
        private long started;
        private double promisedWait;
        private double wait;
        private double deciding;
        private double passing;

        Run(BookPolicy scheduler, double load, long seed) {
            List<Pool> pools = Level.L4.pools(120);
            feed = new JobFeed(scheduler, pools);
            feed.watch(this::happens);
            CastilloWorkload workload = new CastilloWorkload(pools, load, 20, seed);
            for (int i = 0; i < JOBS; i++) {
                decide(workload.next());
            }
        }

        private void decide(Arrival arrival) {
            long before = CLOCK.getCurrentThreadCpuTime();
            feed.advance(arrival.submit());
            long between = CLOCK.getCurrentThreadCpuTime();
            Decision decision = feed.reserve(arrival.job());
            deciding += CLOCK.getCurrentThreadCpuTime() - between;
            passing += between - before;
            double work = JobFeed.work(arrival.job());
            asked += work;
            if (decision instanceof Decision.Refused) {
                lost += work;
            }
        }

        private void happens(Event event) {
            if (event instanceof Event.Reserved reserved) {
                Reservation reservation = reserved.reservation();
                promised.put(reservation.id(), reservation.window().start());
            } else if (event instanceof Event.Started begins) {
                Reservation reservation =
                        feed.book().reservation(begins.reservation()).orElseThrow();
                long ready = reservation.job().ready();
                started++;
                wait += reservation.window().start() - ready;
                promisedWait += Objects.requireNonNull(promised.remove(reservation.id())) - ready;
            }
        }
    }
}
