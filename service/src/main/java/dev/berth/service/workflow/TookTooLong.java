package dev.berth.service.workflow;

import java.time.Duration;

/** Work was cancelled because it took more time than one piece of work may take. */
public final class TookTooLong extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Duration budget;

    public TookTooLong(Duration budget) {
        super("cancelled after " + budget.toSeconds() + " s");
        this.budget = budget;
    }

    public Duration budget() {
        return budget;
    }
}
