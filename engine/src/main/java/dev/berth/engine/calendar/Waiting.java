package dev.berth.engine.calendar;

import dev.berth.engine.model.Reservation;
import java.util.Iterator;

/** Reservations that wait in a pool and may go to other hosts. */
@FunctionalInterface
public interface Waiting {
    /** Reservations that start from a time on and before another, by start. */
    Iterator<Reservation> starting(long from, long to);
}
