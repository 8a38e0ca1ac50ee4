/** The resources of the tag {@code workflows} in openapi.yaml. */
@NullMarked
package dev.berth.service.http.workflows;

import org.jspecify.annotations.NullMarked;
