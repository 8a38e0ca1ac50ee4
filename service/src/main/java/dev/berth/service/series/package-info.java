/** Reservations that recur. Begin with {@code SeriesBookings} and {@code SeriesBook}. */
@NullMarked
package dev.berth.service.series;

import org.jspecify.annotations.NullMarked;
