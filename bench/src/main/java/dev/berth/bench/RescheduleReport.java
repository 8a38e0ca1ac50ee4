package dev.berth.bench;

import dev.berth.bench.peer.LiteralRescheduling;
import dev.berth.engine.admission.Admission;
import dev.berth.engine.admission.reschedule.Order;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.util.Comparator;
import java.util.List;

/**
 * How much faster is a decision of {@code reschedule-edf} than one of the literal Algorithm 1, with some 1,000
 * reservations waiting? Both decide every job, in turns, and after each decision all must be at the same places.
 *
 * <p>Arguments: servers (castillo's jobs on three pools; 54 give about 1,000 waiting), load, policy.
 */
public final class RescheduleReport {
    private static final int WARM_UP = 4_000;
    private static final int MEASURED = 4_000;

    private RescheduleReport() {}

    public static void main(String[] args) {
        int servers = args.length > 0 ? Integer.parseInt(args[0]) : 54;
        double load = args.length > 1 ? Double.parseDouble(args[1]) : 0.9;
        String policy = args.length > 2 ? args[2] : "earliest";
        List<Pool> pools = Level.L4.pools(servers);
        Book book = new Book(policy, new Admission.Reschedule(Order.EDF));
        pools.forEach(pool -> book.submit(new Command.AddPool(pool)));
        LiteralRescheduling literal = new LiteralRescheduling(policy, pools);
        CastilloWorkload workload = new CastilloWorkload(pools, load, 20, 1);
        long ours = 0;
        long theirs = 0;
        int refused = 0;
        long waiting = 0;
        for (int i = 0; i < WARM_UP + MEASURED; i++) {
            Arrival arrival = workload.next();
            book.submit(new Command.Advance(arrival.submit()));
            literal.advance(arrival.submit());
            Command reserve = new Command.Reserve(arrival.job());
            long begin = System.nanoTime();
            boolean accepted = book.submit(reserve) instanceof Decision.Accepted;
            long middle = System.nanoTime();
            boolean expected = literal.admit(arrival.job(), arrival.submit());
            long end = System.nanoTime();
            if (accepted != expected || !places(book).equals(literal.placements())) {
                throw new IllegalStateException("job " + i + " is decided differently");
            }
            if (i >= WARM_UP) {
                ours += middle - begin;
                theirs += end - middle;
                refused += accepted ? 0 : 1;
                waiting += literal.waiting();
            }
        }
        System.out.printf(
                "%s, %d servers, load %.2f: %d waiting in the mean, %.1f%% of the jobs refused; a decision takes %.1f us,"
                        + " the literal algorithm %.1f us: %.1f times faster, same decisions and places%n",
                policy,
                servers,
                load,
                waiting / MEASURED,
                100.0 * refused / MEASURED,
                ours / 1e3 / MEASURED,
                theirs / 1e3 / MEASURED,
                (double) theirs / ours);
    }

    private static List<Placement> places(Book book) {
        return book.reservations().stream()
                .filter(Reservation::isWaiting)
                .sorted(Comparator.comparing(Reservation::id))
                .map(Reservation::placement)
                .toList();
    }
}
