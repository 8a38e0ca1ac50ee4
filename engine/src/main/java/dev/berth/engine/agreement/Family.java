package dev.berth.engine.agreement;

/**
 * Way in which an offer departs from the request; equal offers are ordered as declared here. No offer is ready before
 * the job that was asked for: its input, or its user, may not be there yet.
 */
public enum Family {
    /** No departure. */
    AS_ASKED,
    /** Later deadline, ending as early as possible. */
    LATER,
    /** Fewer servers for longer. */
    FEWER_SERVERS,
    /** Fewer parts of each server, for the same time. */
    FEWER_PARTS,
    /** The same parts on hosts of a pool that the job did not accept. */
    OTHER_HOSTS,
    /** Slower pool than the fastest that matches, with a later deadline. */
    SLOWER_POOL,
    /** Any window within reach from the ready time on: the one that the policy prefers. */
    OTHER_WINDOW
}
