package dev.berth.service.site;

import dev.berth.engine.book.Event;
import dev.berth.service.journal.Entry;
import java.util.List;

/**
 * A change that is durable.
 *
 * @param number of its entry in the journal; they come without gaps, except for those before the site was opened
 * @param time of the book
 * @param actor who; empty if time alone has passed
 */
public record Committed(long number, long time, String actor, List<Event> events, List<Fact> facts) {
    public Committed {
        events = List.copyOf(events);
        facts = List.copyOf(facts);
    }

    /**
     * What an entry of a journal holds.
     *
     * @throws RuntimeException if it cannot be read
     */
    public static Committed of(Entry entry) {
        return EntryBody.of(entry.body()).committed(entry.number(), entry.time());
    }

    /** What was recorded beside the events; the body is JSON. */
    public record Fact(
            String kind,
            @SuppressWarnings("ArrayRecordComponent") byte[] body) {}
}
