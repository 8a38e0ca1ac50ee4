/**
 * Availability indexes behind one interface, and the registry of their names. Begin with {@code Calendar}, {@code
 * Query}, {@code Undo} and {@code Calendars}.
 */
@NullMarked
package dev.berth.engine.calendar;

import org.jspecify.annotations.NullMarked;
