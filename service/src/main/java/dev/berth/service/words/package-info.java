/**
 * Plain words: times, durations and bookings as people say them, and what pools call their servers. Nothing here knows
 * the service, so that the shell can use it without loading one.
 */
@NullMarked
package dev.berth.service.words;

import org.jspecify.annotations.NullMarked;
