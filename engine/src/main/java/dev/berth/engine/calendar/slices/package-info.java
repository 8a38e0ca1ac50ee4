/**
 * Calendars of hosts whose parts are booked apart, and of licences. Begin with {@code SiteCalendar}, {@code HostPool} and
 * {@code HostTimeline}.
 */
@NullMarked
package dev.berth.engine.calendar.slices;

import org.jspecify.annotations.NullMarked;
