package dev.berth.service.workflow;

import dev.berth.workflow.model.Cancelled;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A piece of work of a user: waiting, being done, over, or abandoned. */
final class Piece<T> {
    private final String user;
    private final Duration budget;
    private final Supplier<T> work;
    private final Runnable givenUp;
    final CompletableFuture<T> result = new CompletableFuture<>();

    /** Null unless it is being done. Who holds the lock may interrupt it, and interrupts nothing else. */
    private @Nullable Thread thread;

    private boolean cancelled;
    private boolean abandoned;

    /** @param givenUp called if it is never done, or does not end */
    Piece(String user, Duration budget, Supplier<T> work, Runnable givenUp) {
        this.user = user;
        this.budget = budget;
        this.work = work;
        this.givenUp = givenUp;
    }

    String user() {
        return user;
    }

    Duration budget() {
        return budget;
    }

    /** Does it on this thread, which is not interrupted afterwards. */
    void run() {
        synchronized (this) {
            if (cancelled) {
                result.completeExceptionally(new Cancelled());
                return;
            }
            thread = Thread.currentThread();
        }
        try {
            result.complete(work.get());
        } catch (Throwable e) {
            // Also an Error, such as too little memory: the waiting caller is told.
            result.completeExceptionally(e);
        } finally {
            synchronized (this) {
                thread = null;
            }
            boolean interrupted = Thread.interrupted();
            assert !interrupted || cancelled;
        }
    }

    synchronized void interrupt() {
        cancelled = true;
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Whether it is still being done; then it is abandoned. */
    synchronized boolean giveUp() {
        abandoned = thread != null;
        return abandoned;
    }

    synchronized boolean isGivenUp() {
        return abandoned;
    }

    /** Tells the waiting caller that nothing will come of it. */
    void refuse(RuntimeException why) {
        result.completeExceptionally(why);
        givenUp.run();
    }
}
