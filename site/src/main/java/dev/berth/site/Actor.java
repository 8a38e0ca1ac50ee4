package dev.berth.site;

/** Names of those who make transactions and have no account. */
public final class Actor {
    /** The service itself: what it does by the clock, for a cluster, a guard or a run. No account has this name. */
    public static final String SITE = "site";

    private Actor() {}
}
