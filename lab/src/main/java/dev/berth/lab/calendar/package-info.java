/** Calendars for readings of castillo that are no policy of the product: linked lists, the order of lists, a forgotten past. Begin with {@code LinkedLists} and {@code ForgettingPast}. */
@NullMarked
package dev.berth.lab.calendar;

import org.jspecify.annotations.NullMarked;
