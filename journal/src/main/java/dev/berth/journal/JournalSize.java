package dev.berth.journal;

/**
 * How much a journal takes on its disk.
 *
 * @param bytes of the journal itself
 * @param log of what was written and is not yet in its place, in bytes
 */
public record JournalSize(long bytes, long log) {}
