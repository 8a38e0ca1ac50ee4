/** Reservations that are held, confirmed and released together, under a name that the client chooses. */
@NullMarked
package dev.berth.service.hold;

import org.jspecify.annotations.NullMarked;
