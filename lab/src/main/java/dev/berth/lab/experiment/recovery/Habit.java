package dev.berth.lab.experiment.recovery;

/**
 * Behaviour of the user of one job. Drawn for each job that arrives, booked or not, so that it does the same in
 * every way of the experiment.
 *
 * @param used share of the booked time that is used, from its start on
 * @param deterrence uniform from 0 to 1: a user who would not come cancels in time if this is less than the effect of the fee
 */
record Habit(Kind kind, double used, double deterrence) {
    /** Kind of habit. */
    enum Kind {
        /** Uses all of it. */
        STAYS,
        /** Is done before the end, and says so. */
        ENDS_EARLY,
        /** Is done before the end and keeps the servers. */
        IDLES,
        /** Never comes. */
        ABSENT
    }

    boolean comes() {
        return kind != Kind.ABSENT;
    }
}
