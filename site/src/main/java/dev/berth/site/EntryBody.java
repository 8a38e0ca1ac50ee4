package dev.berth.site;

import dev.berth.engine.book.Event;
import dev.berth.site.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The body of an entry: what one transaction has changed.
 *
 * @param format how the rest is written; a reader that does not know it reads nothing
 * @param actor who; empty if time alone has passed
 * @param facts in the order they were recorded
 */
record EntryBody(int format, String actor, List<Event> events, List<Fact> facts) {
    static final int FORMAT = 1;

    /** Kind of an entry that was written for somebody, unlike {@link #BY_THE_CLOCK}. */
    static final String BY_SOMEBODY = "write";

    static final String BY_THE_CLOCK = "time";

    /**
     * Something recorded beside the events.
     *
     * @param body JSON within JSON, so that its keeper gets the very text that was recorded
     */
    record Fact(String kind, String body) {
        byte[] bytes() {
            return body.getBytes(StandardCharsets.UTF_8);
        }
    }

    byte[] toBytes() {
        return Codec.write(EntryBody.class, this);
    }

    static EntryBody of(byte[] body) {
        EntryBody written = Codec.read(EntryBody.class, body);
        if (written.format != FORMAT) {
            throw new IllegalArgumentException(
                    "its format is " + written.format + ", but this program reads format " + FORMAT);
        }
        return written;
    }
}
