package dev.berth.bench;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Admissions of one version of Berth, by its calendar or by its book, in turns: a turn of so many returns nanoseconds for each. It
 * uses what older versions have as well, because {@link VersionsSideBySide} loads it beside each of them.
 */
public final class AdmissionTurns implements IntToDoubleFunction {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final IntToDoubleFunction turns;
    private long sink;

    /** @param of {@code calendar} or {@code book} */
    public AdmissionTurns(String of, String policy, int servers) {
        this.turns = of.equals("book") ? byBook(policy, servers) : byCalendar(policy, servers);
    }

    @Override
    public double applyAsDouble(int admissions) {
        return turns.applyAsDouble(admissions);
    }

    private IntToDoubleFunction byCalendar(String policy, int servers) {
        SteadyState state = SteadyState.of(policy, servers);
        return count -> {
            List<Arrival> arrivals = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                arrivals.add(state.next());
            }
            long begin = THREADS.getCurrentThreadCpuTime();
            for (Arrival arrival : arrivals) {
                sink += state.admit(arrival) == null ? 0 : 1;
            }
            return (double) (THREADS.getCurrentThreadCpuTime() - begin) / count;
        };
    }

    /** Jobs of castillo's workload, as in {@link SteadyState}. */
    private IntToDoubleFunction byBook(String policy, int servers) {
        List<Pool> pools = Level.L4.pools(servers);
        CastilloWorkload workload = new CastilloWorkload(pools, 0.9, 20, 1);
        Book book = new Book(policy);
        pools.forEach(pool -> book.submit(new Command.AddPool(pool)));
        for (Arrival arrival = workload.next(); arrival.submit() < 17L * 24 * 3_600_000; arrival = workload.next()) {
            submit(book, arrival);
        }
        return count -> {
            List<Arrival> arrivals = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                arrivals.add(workload.next());
            }
            long begin = THREADS.getCurrentThreadCpuTime();
            for (Arrival arrival : arrivals) {
                submit(book, arrival);
            }
            return (double) (THREADS.getCurrentThreadCpuTime() - begin) / count;
        };
    }

    private static void submit(Book book, Arrival arrival) {
        book.submit(new Command.Advance(arrival.submit()));
        book.submit(new Command.Reserve(arrival.job()));
    }
}
