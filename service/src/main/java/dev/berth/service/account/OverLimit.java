package dev.berth.service.account;

/** Ends a transaction that would break a limit of whoever makes it. */
public final class OverLimit extends RuntimeException {
    private final transient Limits.Broken broken;

    OverLimit(Limits.Broken broken) {
        super(broken.toString(), null, false, false);
        this.broken = broken;
    }

    public Limits.Broken broken() {
        return broken;
    }
}
