package dev.berth.site;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;

/** A reservation as it was when it closed, why, and when. */
public record Past(Reservation reservation, Event.Cause cause, long closed) {}
