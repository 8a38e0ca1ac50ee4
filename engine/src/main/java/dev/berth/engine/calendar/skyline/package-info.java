/** Berth's late-bound calendars: a pool's free servers as a step function of time. */
@NullMarked
package dev.berth.engine.calendar.skyline;

import org.jspecify.annotations.NullMarked;
