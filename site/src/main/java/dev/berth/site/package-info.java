/**
 * The one writer around a book: durable before it is answered, all or nothing. Begin with {@code Site}, {@code
 * TrustedClock}, {@code OpenReservations} and {@code Room}.
 */
@NullMarked
package dev.berth.site;

import org.jspecify.annotations.NullMarked;
