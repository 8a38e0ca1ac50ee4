/** The resources of the tag {@code reservations} in openapi.yaml. */
@NullMarked
package dev.berth.service.http.reservations;

import org.jspecify.annotations.NullMarked;
