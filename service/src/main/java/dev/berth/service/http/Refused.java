package dev.berth.service.http;

import dev.berth.engine.agreement.Wish;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import org.jspecify.annotations.Nullable;

/** Ends a transaction because the book refuses; what could be offered instead is found after it, off the writer. */
final class Refused extends RuntimeException {
    private final transient Refusal refusal;
    private final transient @Nullable Job job;
    private final transient @Nullable Wish wish;

    Refused(Refusal refusal, @Nullable Job job, @Nullable Wish wish) {
        super(refusal.message(), null, false, false);
        this.refusal = refusal;
        this.job = job;
        this.wish = wish;
    }

    Refused(Refusal refusal) {
        this(refusal, null, null);
    }

    Refusal refusal() {
        return refusal;
    }

    @Nullable
    Job job() {
        return job;
    }

    @Nullable
    Wish wish() {
        return wish;
    }
}
