package dev.berth.broker.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/** Does the same for all of a list at once. */
public final class Parallel {
    private Parallel() {}

    /** The results, in the order of the list. */
    public static <T, R> List<R> map(List<T> all, Function<T, R> work) {
        if (all.size() == 1) {
            return List.of(work.apply(all.getFirst()));
        }
        List<FutureTask<R>> tasks = all.stream()
                .map(each -> new FutureTask<>(() -> work.apply(each)))
                .toList();
        tasks.forEach(task -> Thread.ofVirtual().name("berth-broker").start(task));
        List<R> results = new ArrayList<>();
        for (FutureTask<R> task : tasks) {
            results.add(result(task));
        }
        return results;
    }

    private static <R> R result(FutureTask<R> task) {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("stopped while waiting for the sites");
        }
    }
}
