package dev.berth.soak.fuzz;

import java.time.Duration;

/**
 * Limits on the cost of one input.
 *
 * @param cpu of the thread that reads: waiting for a busy machine does not count
 * @param wall after which the reader is taken to hang
 * @param bytes that the thread allocates
 */
public record InputBudget(Duration cpu, Duration wall, long bytes) {
    /** An input has at most 64 KiB. */
    public static final InputBudget USUAL = new InputBudget(Duration.ofSeconds(1), Duration.ofSeconds(60), 256L << 20);
}
