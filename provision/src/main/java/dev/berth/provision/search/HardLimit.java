package dev.berth.provision.search;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Ends a search by its time limit, whatever it does. A search looks at the clock itself; one that is late all the same is
 * stopped, and one that does not even stop then is left to itself: nothing in Java ends a thread that does not want to.
 */
final class HardLimit {
    /** How much later than its limit a search may be before it is stopped, and then until it is left. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private HardLimit() {}

    static SearchResult run(SearchJob job, Duration limit) {
        FutureTask<SearchResult> task = new FutureTask<>(job::run);
        Thread thread =
                Thread.ofPlatform().daemon().name("berth-limited-search").start(task);
        try {
            try {
                return task.get(withGrace(limit), TimeUnit.NANOSECONDS);
            } catch (TimeoutException late) {
                job.stop();
                thread.interrupt();
                return task.get(GRACE.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (TimeoutException stuck) {
            return job.soFar();
        } catch (InterruptedException e) {
            job.stop();
            thread.interrupt();
            Thread.currentThread().interrupt();
            return job.soFar();
        } catch (ExecutionException e) {
            throw unchecked(e);
        }
    }

    private static RuntimeException unchecked(ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }

    /** Limits of centuries are right, and waited for as long as can be counted. */
    private static long withGrace(Duration limit) {
        try {
            return limit.plus(GRACE).toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
