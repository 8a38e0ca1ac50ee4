package dev.berth.service.account;

/**
 * How much may be booked.
 *
 * @param amount in server-milliseconds
 * @param window in any time of this length
 */
public record Quota(long amount, long window) {}
