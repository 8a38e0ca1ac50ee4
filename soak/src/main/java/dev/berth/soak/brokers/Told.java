package dev.berth.soak.brokers;

/**
 * Final answer that a client got about a deal that it asked for.
 *
 * @param name of the deal, which no other has
 * @param parts that it asked for
 */
record Told(String name, int parts, Outcome outcome) {
    enum Outcome {
        BOOKED,
        REFUSED,
        CANCELLED,
        /** Nobody said yet. */
        OPEN
    }
}
