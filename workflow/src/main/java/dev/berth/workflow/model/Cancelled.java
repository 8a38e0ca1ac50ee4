package dev.berth.workflow.model;

/**
 * Reading or planning was cancelled: its thread was interrupted, because it took too long or nobody waits for it any
 * more. Every loop whose length an input decides calls {@link #check} now and then.
 */
public final class Cancelled extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Cancelled() {
        super("cancelled");
    }

    /** Throws if this thread was interrupted, and leaves it so. */
    public static void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw new Cancelled();
        }
    }
}
