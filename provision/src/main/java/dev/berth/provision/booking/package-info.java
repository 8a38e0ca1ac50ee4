/** A plan booked over several sites: all of it or nothing. */
@NullMarked
package dev.berth.provision.booking;

import org.jspecify.annotations.NullMarked;
