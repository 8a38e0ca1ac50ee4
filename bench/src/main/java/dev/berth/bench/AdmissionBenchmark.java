package dev.berth.bench;

import dev.berth.lab.workload.Arrival;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How long is one admission, by policy and number of servers? {@link SideBySide} answers the same without forks. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@SuppressWarnings("NullAway.Init")
public class AdmissionBenchmark {
    private static final int BATCH = 1 << 14;

    @Param({"ff-hu", "ff-ha-plus", "earliest", "level"})
    public String policy;

    @Param({"120", "10000"})
    public int servers;

    private SteadyState state;
    private final Arrival[] arrivals = new Arrival[BATCH];
    private int next;

    @Setup(Level.Trial)
    public void fill() {
        state = SteadyState.of(policy, servers);
        next = BATCH;
    }

    @Benchmark
    public @Nullable Object admission() {
        if (next == BATCH) {
            for (int i = 0; i < BATCH; i++) {
                arrivals[i] = state.next();
            }
            next = 0;
        }
        return state.admit(arrivals[next++]);
    }
}
