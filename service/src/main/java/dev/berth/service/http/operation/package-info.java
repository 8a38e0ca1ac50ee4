/** The resources of the tag {@code operation} in openapi.yaml. */
@NullMarked
package dev.berth.service.http.operation;

import org.jspecify.annotations.NullMarked;
