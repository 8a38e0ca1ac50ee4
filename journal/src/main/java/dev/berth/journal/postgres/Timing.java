package dev.berth.journal.postgres;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param answer of the database; longer than a standby takes to confirm
 * @param settle what became of an append whose answer was lost
 * @param lease how long nobody else may lead after the last sign of life
 */
record Timing(Duration answer, Duration settle, Duration lease) {
    static final Timing USUAL = new Timing(Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ofSeconds(3));
}
