/**
 * Sightings of guards: what really uses the servers of a host, compared with the book: use without a reservation, and
 * reservations without use. Begin with {@code HostComparison} and {@code Sightings}.
 */
@NullMarked
package dev.berth.service.guard;

import org.jspecify.annotations.NullMarked;
