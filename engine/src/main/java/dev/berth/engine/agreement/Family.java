package dev.berth.engine.agreement;

/**
 * In which way an offer departs from what was asked; of equal offers the one named first here comes first. None is ready before the job
 * that was asked for: its input, or its user, may not be there yet.
 */
public enum Family {
    /** It does not. */
    AS_ASKED,
    /** With a later deadline, ending as early as possible. */
    LATER,
    /** On fewer servers for longer. */
    FEWER_SERVERS,
    /** In a pool slower than the fastest that matches, with a later deadline. */
    SLOWER_POOL,
    /** At any time in reach from the ready time on, where the policy likes it best. */
    OTHER_WINDOW
}
