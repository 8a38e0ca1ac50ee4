/** The resources of the tag {@code reservations} in openapi.yaml. */
@NullMarked
package dev.berth.api.reservations;

import org.jspecify.annotations.NullMarked;
