package dev.berth.site;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;

/**
 * How a reservation closed.
 *
 * @param reservation as it was last
 * @param time of the book then
 */
public record Ended(Reservation reservation, Event.Cause cause, long time) {}
