package dev.berth.bench;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Pool;
import dev.berth.lab.bound.OfflineBound;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which share of the work does each policy lose on 100,000 jobs of castillo's workload, over five seeds? And what is left
 * of that if {@code level} may move what waits? And what can nobody keep? With {@code bound} as its argument, only that.
 */
public final class QualityReport {
    private static final int JOBS = 100_000;
    private static final int SEEDS = 5;
    /** Processor time of the thread: other programs on the machine do not count. */
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private static long decisionTime;

    private QualityReport() {}

    public static void main(String[] args) {
        boolean boundOnly = List.of(args).contains("bound");
        for (double load : new double[] {0.9, 1.0, 1.1}) {
            if (boundOnly) {
                reportBound(load);
                continue;
            }
            for (String policy : Calendars.names()) {
                report(policy, "direct", load);
            }
            report("level", "replan", load);
            reportBound(load);
        }
    }

    /** What any scheduler loses at least of exactly these jobs, even if it knows all of them in advance. */
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
                "load %.1f  %-19s mean %6.3f%%  highest    %6.3f%%%n", load, "bound", 100 * sum / SEEDS, 100 * highest);
    }

    private static void report(String policy, String admission, double load) {
        double worst = 0;
        double sum = 0;
        decisionTime = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            double loss = loss(policy, admission, load, seed);
            worst = Math.max(worst, loss);
            sum += loss;
        }
        System.out.printf(
                "load %.1f  %-11s %-7s mean %6.3f%%  worst seed %6.3f%%  a decision %7.1f us%n",
                load, policy, admission, 100 * sum / SEEDS, 100 * worst, decisionTime / 1e3 / JOBS / SEEDS);
    }

    static double loss(String policy, String admission, double load, long seed) {
        List<Pool> pools = Level.L4.pools(120);
        Book book = new Book(policy, admission);
        pools.forEach(pool -> book.submit(new Command.AddPool(pool)));
        CastilloWorkload workload = new CastilloWorkload(pools, load, 20, seed);
        double asked = 0;
        double lost = 0;
        for (int i = 0; i < JOBS; i++) {
            Arrival arrival = workload.next();
            double work = arrival.job().work().amount();
            asked += work;
            book.submit(new Command.Advance(arrival.submit()));
            long before = CLOCK.getCurrentThreadCpuTime();
            Decision decision = book.submit(new Command.Reserve(arrival.job()));
            decisionTime += CLOCK.getCurrentThreadCpuTime() - before;
            if (decision instanceof Decision.Refused) {
                lost += work;
            }
        }
        return lost / asked;
    }
}
