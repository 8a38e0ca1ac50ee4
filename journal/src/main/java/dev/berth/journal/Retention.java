package dev.berth.journal;

/**
 * Limits on the entries that a journal keeps itself; older ones go to its archive. Entries after the snapshot before the
 * latest are always kept.
 *
 * @param before entries of earlier times go
 * @param bytes of the whole journal; if it has more, the oldest entries go whatever their time
 */
public record Retention(long before, long bytes) {
    public Retention {
        if (bytes < 0) {
            throw new IllegalArgumentException("a journal cannot be held to " + bytes + " bytes");
        }
    }
}
