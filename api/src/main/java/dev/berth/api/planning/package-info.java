/** The resources of the tag {@code planning} in openapi.yaml. */
@NullMarked
package dev.berth.api.planning;

import org.jspecify.annotations.NullMarked;
