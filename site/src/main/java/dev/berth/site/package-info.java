/**
 * The one writer around a book: durable before it is answered, all or nothing. Begin with {@code Site}, {@code
 * TrustedClock}, {@code OpenReservationIndex} and {@code MemoryRoom}.
 */
@NullMarked
package dev.berth.site;

import org.jspecify.annotations.NullMarked;
