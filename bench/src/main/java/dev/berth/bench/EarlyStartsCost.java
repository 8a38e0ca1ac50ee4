package dev.berth.bench;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * How much longer does a job take, from its request to its end, if it may start early? Castillo's workload at load 0.9, in turns
 * with and without early starts, by the processor time of the thread. Then how much of it is the admission alone, by the
 * clock: the rest is the passing of time, in which everything starts and ends.
 *
 * <p>Arguments: the number of jobs, of servers and of rounds, and the policy.
 */
public final class EarlyStartsCost {
    private EarlyStartsCost() {}

    public static void main(String[] args) {
        int jobs = Integer.parseInt(args[0]);
        List<Pool> pools = Level.L4.pools(Integer.parseInt(args[1]));
        String policy = args[3];
        CastilloWorkload workload = new CastilloWorkload(pools, 0.9, 20, 1);
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            arrivals.add(workload.next());
        }
        for (int round = 1; round <= Integer.parseInt(args[2]); round++) {
            double without = microseconds(arrivals, pools, new Book(policy, "direct", false));
            double with = microseconds(arrivals, pools, new Book(policy, "direct", true));
            double admissionWithout = admission(arrivals, pools, new Book(policy, "direct", false));
            double admissionWith = admission(arrivals, pools, new Book(policy, "direct", true));
            System.out.printf(
                    "round %d: %.2f us a job as promised, %.2f us with early starts, %.2f times; "
                            + "an admission %.2f us, %.2f us, %.2f times%n",
                    round,
                    without,
                    with,
                    with / without,
                    admissionWithout,
                    admissionWith,
                    admissionWith / admissionWithout);
        }
    }

    private static double microseconds(List<Arrival> arrivals, List<Pool> pools, Book book) {
        pools.forEach(pool -> book.submit(new Command.AddPool(pool)));
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (Arrival arrival : arrivals) {
            book.submit(new Command.Advance(arrival.submit()));
            book.submit(new Command.Reserve(arrival.job().whenFree()));
        }
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1e3 / arrivals.size();
    }

    /** Microseconds of a request alone, reading the clock included. */
    private static double admission(List<Arrival> arrivals, List<Pool> pools, Book book) {
        pools.forEach(pool -> book.submit(new Command.AddPool(pool)));
        long nanos = 0;
        for (Arrival arrival : arrivals) {
            book.submit(new Command.Advance(arrival.submit()));
            Command request = new Command.Reserve(arrival.job().whenFree());
            long before = System.nanoTime();
            book.submit(request);
            nanos += System.nanoTime() - before;
        }
        return nanos / 1e3 / arrivals.size();
    }
}
