/** The resources of the tag {@code provisioning} in openapi.yaml. */
@NullMarked
package dev.berth.api.provisioning;

import org.jspecify.annotations.NullMarked;
