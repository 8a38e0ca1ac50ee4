/**
 * Guests of a reservation, who may run commands in it, and who booked it for its owner. Begin with {@code
 * Sharings}.
 */
@NullMarked
package dev.berth.service.sharing;

import org.jspecify.annotations.NullMarked;
