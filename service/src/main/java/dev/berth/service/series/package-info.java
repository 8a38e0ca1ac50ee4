/** Reservations that recur. */
@NullMarked
package dev.berth.service.series;

import org.jspecify.annotations.NullMarked;
