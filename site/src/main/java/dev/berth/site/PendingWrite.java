package dev.berth.site;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A write that waits for its turn, and then for its durability. */
final class PendingWrite<T> {
    final String actor;
    final CompletableFuture<T> answer = new CompletableFuture<>();
    private final Function<Transaction, T> work;
    private @Nullable T result;
    private @Nullable Throwable failure;

    PendingWrite(String actor, Function<Transaction, T> work) {
        this.actor = actor;
        this.work = work;
    }

    void run(Transaction transaction) {
        result = work.apply(transaction);
    }

    /** Notes that this write failed and was undone; the other writes of its batch stay. */
    void fail(Throwable why) {
        failure = why;
    }

    /** Answers the caller; called once this write and all before it are durable. */
    @SuppressWarnings("NullAway") // the result is whatever the work returned, null included
    void answer() {
        if (failure != null) {
            answer.completeExceptionally(failure);
        } else {
            answer.complete(result);
        }
    }
}
