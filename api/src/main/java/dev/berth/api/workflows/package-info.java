/** The resources of the tag {@code workflows} in openapi.yaml. */
@NullMarked
package dev.berth.api.workflows;

import org.jspecify.annotations.NullMarked;
