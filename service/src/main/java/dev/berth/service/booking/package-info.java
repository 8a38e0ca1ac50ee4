/**
 * Booking, and what becomes of what is booked: use cases on a {@link dev.berth.site.Transaction}, or on a {@link
 * dev.berth.site.View} where nothing changes. Values in, values out; problems are thrown. Begin with {@code
 * Bookings}, {@code QueuedBookings}, {@code Changes}, {@code GroupBookings} and {@code Pools}.
 */
@NullMarked
package dev.berth.service.booking;

import org.jspecify.annotations.NullMarked;
