/** The resources of the tag {@code operation} in openapi.yaml. */
@NullMarked
package dev.berth.api.operation;

import org.jspecify.annotations.NullMarked;
