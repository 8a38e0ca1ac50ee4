/** Castillo's calendars: idle periods of named servers, in lists or in the primal/dual tree. */
@NullMarked
package dev.berth.engine.calendar.pinned;

import org.jspecify.annotations.NullMarked;
