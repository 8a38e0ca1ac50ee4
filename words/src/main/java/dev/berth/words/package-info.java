/**
 * Plain words: times, durations and bookings as people say them, what pools call their servers, and the sentences of
 * refusals. Nothing here knows the service, so that the shell can use it without loading one. Begin with {@code
 * BookingWords}, {@code Moments}, {@code Spans} and {@code RefusalSentence}.
 */
@NullMarked
package dev.berth.words;

import org.jspecify.annotations.NullMarked;
