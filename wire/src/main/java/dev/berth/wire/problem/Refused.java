package dev.berth.wire.problem;

import dev.berth.engine.agreement.Wish;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import org.jspecify.annotations.Nullable;

/** Ends a transaction because the book refuses; what could be offered instead is found after it, off the writer. */
public final class Refused extends RuntimeException {
    private final transient Refusal refusal;
    private final transient @Nullable Job job;
    private final transient @Nullable Wish wish;
    private final transient @Nullable Long reach;

    private Refused(Refusal refusal, @Nullable Job job, @Nullable Wish wish, @Nullable Long reach) {
        super(refusal.toString(), null, false, false);
        this.refusal = refusal;
        this.job = job;
        this.wish = wish;
        this.reach = reach;
    }

    public Refused(Refusal refusal, @Nullable Job job, @Nullable Wish wish) {
        this(refusal, job, wish, null);
    }

    public Refused(Refusal refusal) {
        this(refusal, null, null);
    }

    /** The same of an extension: with the latest end that there is room for. */
    public Refused reaching(long end) {
        return new Refused(refusal, job, wish, end);
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

    public @Nullable Long reach() {
        return reach;
    }
}
