/** The resources of the tag {@code pools} in openapi.yaml. */
@NullMarked
package dev.berth.service.http.pools;

import org.jspecify.annotations.NullMarked;
