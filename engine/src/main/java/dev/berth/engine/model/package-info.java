/**
 * The words of Berth as types: validated, immutable, in whole units of time. Begin with {@code Job}, {@code Pool},
 * {@code Reservation} and {@code Refusal}.
 */
@NullMarked
package dev.berth.engine.model;

import org.jspecify.annotations.NullMarked;
