package dev.berth.service.journal;

/**
 * All that the entries up to a number have made.
 *
 * @param upTo the number of the last entry that is in it
 */
public record SavedSnapshot(
        long upTo, @SuppressWarnings("ArrayRecordComponent") byte[] bytes) {}
