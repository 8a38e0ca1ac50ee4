package dev.berth.service.workflow;

import dev.berth.service.site.Overloaded;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Where large workflows are read and planned: a few threads of their own, so that seconds of planning do not keep all
 * other requests waiting, and a short queue before them. Threads without work go away by themselves.
 */
public final class Workshop {
    private static final int QUEUE = 64;

    private final ThreadPoolExecutor threads;

    /** @param name of its threads */
    public Workshop(String name) {
        int count = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        threads = new ThreadPoolExecutor(
                count,
                count,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(QUEUE),
                Thread.ofPlatform().daemon().name(name + "-", 1).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Does the work some time, and does not wait for it.
     *
     * @throws Overloaded if too many wait already
     */
    public void begin(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            throw new Overloaded(QUEUE);
        }
    }

    /**
     * Does the work and waits for it.
     *
     * @throws Overloaded if too many wait already
     */
    public <T> T work(Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, threads).join();
        } catch (RejectedExecutionException e) {
            throw new Overloaded(QUEUE);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
