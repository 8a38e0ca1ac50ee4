package dev.berth.bench;

import dev.berth.bench.peer.LiteralRescheduling;
import dev.berth.bench.peer.PeerAvailability;
import dev.berth.bench.peer.PlainLists;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How much faster is a decision of {@code reschedule-edf} than one of the literal Algorithm 1, with some 1,000
 * reservations waiting? The literal one runs twice: with plain lists, and on Berth's own calendar, so that only the
 * algorithm differs. All decide every job, in turns, and must end up with everything at the same places.
 *
 * <p>Two workloads: netto's intervals (one pool, half of the jobs fixed, the others flexible by up to their length), and
 * castillo's (three pools, flexible by up to 20 hours), where many more can move.
 */
public final class RescheduleReport {
    private static final int WARM_UP = 10_000;
    private static final int MEASURED = 5_000;

    private final List<Pool> pools;
    private final boolean netto;
    private final Book book = new Book("earliest", "reschedule-edf");
    private final LiteralRescheduling plain;
    private final LiteralRescheduling indexed;
    private final SplittableRandom random = new SplittableRandom(1);
    private final long[] nanos = new long[3];

    private RescheduleReport(List<Pool> pools, boolean netto) {
        this.pools = pools;
        this.netto = netto;
        this.plain = new LiteralRescheduling(new PlainLists(pools));
        this.indexed = new LiteralRescheduling(PeerAvailability.of("earliest", pools));
        pools.forEach(pool -> book.submit(new Command.AddPool(pool)));
    }

    public static void main(String[] args) {
        for (double load : new double[] {0.7, 0.9}) {
            new RescheduleReport(List.of(new Pool("all", 42, "1")), true).run("netto's intervals", load);
            new RescheduleReport(Level.L4.pools(54), false).run("castillo's jobs", load);
        }
    }

    private void run(String name, double load) {
        CastilloWorkload workload = new CastilloWorkload(pools, load, 20, 1);
        int refused = 0;
        long waiting = 0;
        for (int i = 0; i < WARM_UP + MEASURED; i++) {
            Arrival arrival = workload.next();
            boolean accepted = decide(netto ? likeNetto(arrival.job()) : arrival.job(), arrival.submit(), i >= WARM_UP);
            if ((i % 10 == 0 && !places().equals(indexed.placements()))
                    || (i % 100 == 0 && !places().equals(plain.placements()))) {
                throw new IllegalStateException("after job " + i + " not all are at the same places");
            }
            refused += accepted || i < WARM_UP ? 0 : 1;
            waiting += i < WARM_UP ? 0 : indexed.waiting();
        }
        System.out.printf(
                "%s, load %.1f, %d waiting, %.1f%% refused: a decision takes %.0f us; literal with lists %.0f us"
                        + " (%.1f times), literal on the same calendar %.0f us (%.1f times)%n",
                name,
                load,
                waiting / MEASURED,
                100.0 * refused / MEASURED,
                nanos[0] / 1e3 / MEASURED,
                nanos[1] / 1e3 / MEASURED,
                (double) nanos[1] / nanos[0],
                nanos[2] / 1e3 / MEASURED,
                (double) nanos[2] / nanos[0]);
    }

    private Job likeNetto(Job job) {
        long size = job.work().amount();
        long slack = random.nextBoolean() ? 0 : random.nextLong(size + 1);
        return job.within(job.ready(), job.ready() + size + slack);
    }

    private boolean decide(Job job, long now, boolean measured) {
        book.submit(new Command.Advance(now));
        plain.advance(now);
        indexed.advance(now);
        Command reserve = new Command.Reserve(job);
        long begin = System.nanoTime();
        boolean accepted = book.submit(reserve) instanceof Decision.Accepted;
        long first = System.nanoTime();
        boolean expected = plain.admit(job, now);
        long second = System.nanoTime();
        boolean same = indexed.admit(job, now);
        long third = System.nanoTime();
        if (accepted != expected || accepted != same) {
            throw new IllegalStateException(job + " is decided differently");
        }
        if (measured) {
            nanos[0] += first - begin;
            nanos[1] += second - first;
            nanos[2] += third - second;
        }
        return accepted;
    }

    private List<Placement> places() {
        return book.reservations().stream()
                .filter(Reservation::isWaiting)
                .sorted(Comparator.comparing(Reservation::id))
                .map(Reservation::placement)
                .toList();
    }
}
