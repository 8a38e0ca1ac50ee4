package dev.berth.site;

import dev.berth.engine.book.Event;
import dev.berth.journal.Entry;
import dev.berth.site.codec.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
     * Reads an entry of a journal.
     *
     * @param kinds of facts that are read, with their types; others are left out
     * @throws RuntimeException if it cannot be read
     */
    public static Committed of(Entry entry, Map<String, Class<?>> kinds) {
        EntryBody written = EntryBody.of(entry.body());
        List<Fact> facts = new ArrayList<>();
        for (EntryBody.Fact fact : written.facts()) {
            Class<?> type = kinds.get(fact.kind());
            if (type != null) {
                facts.add(new Fact(fact.kind(), Codec.read(type, fact.bytes())));
            }
        }
        return new Committed(entry.number(), entry.time(), written.actor(), written.events(), facts);
    }

    /** Fact recorded beside the events, in the type that the keeper of its kind uses. */
    public record Fact(String kind, Object value) {}
}
