package dev.berth.service.problem;

import dev.berth.engine.agreement.Wish;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import org.jspecify.annotations.Nullable;

/** Ends a transaction because the book refuses; what could be offered instead is found after it, off the writer. */
public final class Refused extends RuntimeException {
    private final transient Refusal refusal;
    private final transient @Nullable Job job;
    private final transient @Nullable Wish wish;

    public Refused(Refusal refusal, @Nullable Job job, @Nullable Wish wish) {
        super(refusal.message(), null, false, false);
        this.refusal = refusal;
        this.job = job;
        this.wish = wish;
    }

    public Refused(Refusal refusal) {
        this(refusal, null, null);
    }

    public Refusal refusal() {
        return refusal;
    }

    public @Nullable Job job() {
        return job;
    }

    public @Nullable Wish wish() {
        return wish;
    }
}
