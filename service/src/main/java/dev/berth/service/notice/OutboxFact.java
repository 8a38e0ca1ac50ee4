package dev.berth.service.notice;

import java.util.List;

/** What happens to the outbox. */
public sealed interface OutboxFact {
    /**
     * Somebody is to be told.
     *
     * @param ways {@code mail}, or the ids of webhooks
     */
    record Added(Notice notice, List<String> ways) implements OutboxFact {}

    /** What became of deliveries; those that are not here are tried again. */
    record Settled(List<Result> results) implements OutboxFact {}

    /** What was given up is tried again. */
    record Again(List<Delivery.Key> deliveries) implements OutboxFact {}

    /**
     * What became of a delivery.
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
