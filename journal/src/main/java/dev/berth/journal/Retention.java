package dev.berth.journal;

/**
 * What a journal keeps itself; the rest goes to its archive. What happened after the snapshot before the latest is always
 * kept.
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
