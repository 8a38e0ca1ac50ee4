/** Reservations that are held, confirmed and released together, by a name that whoever asks has chosen. */
@NullMarked
package dev.berth.service.hold;

import org.jspecify.annotations.NullMarked;
