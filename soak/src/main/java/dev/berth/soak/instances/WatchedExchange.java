package dev.berth.soak.instances;

import java.util.Optional;

/**
 * A request and what became of it, by the clock of the one who watches all of them.
 *
 * @param subject the name of the job to book, or the reservation to cancel or to read
 * @param asked whether and how recent the answer had to be
 * @param seen the version that the client named; 0 for none
 * @param version that the answer was about; 0 if it did not say
 * @param told the reservation in the answer; empty if it is closed
 */
record WatchedExchange(
        Kind kind,
        String subject,
        Freshness asked,
        long seen,
        long begun,
        long ended,
        Outcome outcome,
        long version,
        Optional<PromisedReservation> told) {
    enum Kind {
        BOOK,
        CANCEL,
        READ
    }

    /** How recent an answer has to be. */
    enum Freshness {
        /** Any instance may answer with what it has. */
        ANY,
        /** Not older than the version that was named. */
        NAMED,
        /** The leader answers. */
        LEADER
    }

    enum Outcome {
        DONE,
        /** The service said that nothing has changed, or that there is no such thing. */
        REFUSED,
        /** Nobody said what became of it, or the service said that it does not know. */
        UNKNOWN,
        /** An answer that must never be given. */
        WRONG
    }

    @Override
    public String toString() {
        return kind + " " + subject + " (" + asked + (seen > 0 ? " " + seen : "") + ") -> " + outcome + " at " + version
                + " " + told.map(PromisedReservation::toString).orElse("");
    }
}
