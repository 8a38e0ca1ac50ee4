package dev.berth.site;

import java.time.Duration;

/**
 * How much of the past stays in the journal; older entries go to its archive.
 *
 * @param retention how long
 * @param bytes of the whole journal; with more, entries go earlier
 */
public record Keeping(Duration retention, long bytes) {
    public static final Keeping DEFAULT = new Keeping(Duration.ofDays(30), 4L << 30);
}
