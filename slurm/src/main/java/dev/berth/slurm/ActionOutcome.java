package dev.berth.slurm;

/** Outcome of an {@link Action}. */
public sealed interface ActionOutcome {
    /** It was done, read back, and is as it was asked for. */
    record Done() implements ActionOutcome {}

    /** The cluster does not do it, in its own words. */
    record Refused(Why why, String words) implements ActionOutcome {}

    /** Whether it was done is not known; the next census tells. */
    record Unknown(String words) implements ActionOutcome {}

    /** Why the cluster refuses. */
    enum Why {
        /** A job runs on one of the nodes beyond the start. */
        BUSY,
        /** Another reservation has one of the nodes. */
        OVERLAP,
        /** Jobs run in the reservation, so that it cannot be removed. */
        IN_USE,
        UNKNOWN_USER,
        UNKNOWN_NODE,
        /** The times are not accepted, such as a start in the past. */
        BAD_TIME,
        /** There is no such reservation. */
        GONE,
        /** There is one of that name already. */
        EXISTS,
        /** The service lacks the right to do it. */
        NOT_ALLOWED,
        /** It has not as many licences to give, or does not know them. */
        NO_LICENCES,
        /** It said yes, but what it keeps is not what was asked for. */
        SHORT,
        OTHER
    }
}
