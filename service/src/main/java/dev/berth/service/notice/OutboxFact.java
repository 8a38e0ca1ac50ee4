package dev.berth.service.notice;

import java.util.List;

/** Facts about the outbox. */
public sealed interface OutboxFact {
    /**
     * Somebody is to be told.
     *
     * @param ways {@code mail}, or the ids of webhooks
     */
    record Added(Notice notice, List<String> ways) implements OutboxFact {}

    /** Results of deliveries; those without a result are tried again. */
    record Settled(List<Result> results) implements OutboxFact {}

    /** Retry of deliveries that were given up. */
    record Again(List<Delivery.Key> deliveries) implements OutboxFact {}

    /**
     * Result of a delivery.
     *
     * @param detail why it was given up
     */
    record Result(Delivery.Key delivery, Outcome outcome, String detail) {}

    /** How a delivery ends. */
    enum Outcome {
        DELIVERED,
        /** It was of no use any more, or nobody wants it any more. */
        DROPPED,
        /** It was tried in vain, and is kept for its owner. */
        FAILED
    }
}
