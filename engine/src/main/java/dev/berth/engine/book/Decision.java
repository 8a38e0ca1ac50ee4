package dev.berth.engine.book;

import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import java.util.List;

/** A book's answer to a command. */
public sealed interface Decision {
    /** Yes: applying the events, in this order, carries it out. */
    record Accepted(List<Event> events) implements Decision {}

    /** No, and nothing changes. */
    record Refused(Refusal refusal) implements Decision {}

    /** What a report-only drain answers; empty if nothing is in the way. */
    record Report(List<ReservationId> inTheWay) implements Decision {}
}
