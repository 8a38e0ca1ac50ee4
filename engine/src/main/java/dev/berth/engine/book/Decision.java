package dev.berth.engine.book;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import java.util.List;

/** A book's answer to a command. */
public sealed interface Decision {
    /**
     * Yes: applying the events, in this order, carries it out.
     *
     * @param quote what it does to the price of the reservation it is about
     */
    record Accepted(List<Event> events, Quote quote) implements Decision {
        public Accepted(List<Event> events) {
            this(events, Quote.NONE);
        }

        /** All reservations that an accepted {@link Command.Replace} has made, in the order of its jobs. */
        public List<Reservation> reservations() {
            return events.stream()
                    .filter(Event.Reserved.class::isInstance)
                    .map(event -> ((Event.Reserved) event).reservation())
                    .toList();
        }

        /** The reservation that an accepted {@link Command.Reserve} or {@link Command.Hold} has made. */
        public Reservation reservation() {
            for (Event event : events) {
                if (event instanceof Event.Reserved reserved) {
                    return reserved.reservation();
                }
                if (event instanceof Event.Held held) {
                    return held.reservation();
                }
            }
            throw new IllegalStateException("accepted, but nothing was reserved: " + events);
        }
    }

    /** No, and nothing changes. */
    record Refused(Refusal refusal) implements Decision {}

    /** Answer to a report-only drain: the reservations in the way; empty if there are none. */
    record Report(List<ReservationId> inTheWay) implements Decision {}
}
