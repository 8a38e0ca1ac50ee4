/** The resources of the tag {@code pools} in openapi.yaml. */
@NullMarked
package dev.berth.api.pools;

import org.jspecify.annotations.NullMarked;
