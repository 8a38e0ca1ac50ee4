/** A plan booked over several sites: all of it or nothing. Begin with {@code PlanBooking} and {@code SiteBook}. */
@NullMarked
package dev.berth.provision.booking;

import org.jspecify.annotations.NullMarked;
