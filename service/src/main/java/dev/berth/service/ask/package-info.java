/**
 * Asks for flexibility (netto 2.1): the provider asks the owner of a waiting reservation for a later deadline, at a discount.
 * Begin with {@code Ask}, {@code Asking}, {@code Answering} and {@code RoomSeeker}.
 */
@NullMarked
package dev.berth.service.ask;

import org.jspecify.annotations.NullMarked;
