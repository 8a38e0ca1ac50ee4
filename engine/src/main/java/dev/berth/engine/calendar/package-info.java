/** Availability indexes behind one interface, and the registry of their names. */
@NullMarked
package dev.berth.engine.calendar;

import org.jspecify.annotations.NullMarked;
