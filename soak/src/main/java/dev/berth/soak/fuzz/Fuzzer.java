package dev.berth.soak.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Feeds a target with the corpus, then with mutations of it, until the time is over or something is found. An input that
 * reaches a new branch joins the corpus of this run.
 */
public final class Fuzzer {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Lines of a stack trace that are shown. */
    private static final int TRACE = 25;

    private final FuzzTarget target;
    private final Coverage coverage;
    private final InputBudget budget;
    private final List<byte[]> corpus;
    private long runs;
    private long slowestNanos;

    private Fuzzer(FuzzTarget target, Coverage coverage, InputBudget budget, List<byte[]> corpus) {
        this.target = target;
        this.coverage = coverage;
        this.budget = budget;
        this.corpus = new ArrayList<>(corpus);
    }

    /** Result of a run. */
    public record Result(
            String target,
            long seed,
            long runs,
            int branches,
            int corpus,
            Duration slowest,
            Optional<Finding> finding) {
        @Override
        public String toString() {
            return "%s: %,d inputs, %,d branches reached, %d in the corpus, slowest %d ms of CPU, seed %d%s"
                    .formatted(
                            target,
                            runs,
                            branches,
                            corpus,
                            slowest.toMillis(),
                            seed,
                            finding.map(each -> ", FOUND " + each.why()).orElse(""));
        }
    }

    /**
     * Fuzzes a target.
     *
     * @param targetClass loaded again with instrumented classes around it, and made by its constructor without parameters
     */
    public static Result run(Class<? extends FuzzTarget> targetClass, List<byte[]> corpus, Duration time, long seed) {
        Coverage coverage = new Coverage();
        ClassLoader loader = new InstrumentedLoader(coverage);
        Thread.currentThread().setContextClassLoader(loader);
        try (FuzzTarget target = (FuzzTarget)
                loader.loadClass(targetClass.getName()).getDeclaredConstructor().newInstance()) {
            return new Fuzzer(target, coverage, InputBudget.USUAL, corpus).run(time, seed);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(targetClass + " cannot be made", e);
        } finally {
            Thread.currentThread().setContextClassLoader(Fuzzer.class.getClassLoader());
        }
    }

    private Result run(Duration time, long seed) {
        Mutator mutator = new Mutator(seed, target.words());
        long end = System.nanoTime() + time.toNanos();
        Optional<Finding> finding = Optional.empty();
        List<byte[]> given = List.copyOf(corpus);
        try (ExecutorService reader = Executors.newSingleThreadExecutor(task ->
                Thread.ofPlatform().name("fuzz-" + target.name()).daemon().unstarted(task))) {
            for (int i = 0; i < given.size() && finding.isEmpty(); i++) {
                // The first of them also pays for loading the classes, so only the second time counts.
                byte[] input = given.get(i);
                finding =
                        read(reader, input).filter(each -> !each.isOverBudget()).or(() -> read(reader, input));
                coverage.reachedNewBranch();
            }
            while (finding.isEmpty() && System.nanoTime() < end) {
                byte[] input = mutator.mutated(corpus);
                finding = read(reader, input);
                if (coverage.reachedNewBranch()) {
                    corpus.add(input);
                }
            }
            reader.shutdownNow();
        }
        return new Result(
                target.name(), seed, runs, coverage.branches(), corpus.size(), Duration.ofNanos(slowestNanos), finding);
    }

    private record Cost(long cpuNanos, long bytes) {}

    private Optional<Finding> read(ExecutorService reader, byte[] input) {
        runs++;
        try {
            Cost cost = reader.submit(() -> measured(input)).get(budget.wall().toMillis(), TimeUnit.MILLISECONDS);
            slowestNanos = Math.max(slowestNanos, cost.cpuNanos());
            if (cost.cpuNanos() > budget.cpu().toNanos()) {
                return overBudget("took %d ms of CPU".formatted(cost.cpuNanos() / 1_000_000), input);
            }
            if (cost.bytes() > budget.bytes()) {
                return overBudget("allocated %,d bytes".formatted(cost.bytes()), input);
            }
            return Optional.empty();
        } catch (ExecutionException e) {
            return found(trace(e.getCause() == null ? e : e.getCause()), input);
        } catch (TimeoutException e) {
            // Nothing can stop it: the process has to end.
            return found("hangs", input);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return found("interrupted", input);
        }
    }

    private Cost measured(byte[] input) throws Exception {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        target.read(input);
        return new Cost(THREADS.getCurrentThreadCpuTime() - cpu, THREADS.getCurrentThreadAllocatedBytes() - bytes);
    }

    private Optional<Finding> found(String why, byte[] input) {
        return Optional.of(new Finding(target.name(), why, false, input));
    }

    private Optional<Finding> overBudget(String why, byte[] input) {
        return Optional.of(new Finding(target.name(), why, true, input));
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString().lines().limit(TRACE).collect(Collectors.joining("\n"));
    }
}
