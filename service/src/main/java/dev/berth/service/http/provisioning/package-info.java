/** The resources of the tag {@code provisioning} in openapi.yaml. */
@NullMarked
package dev.berth.service.http.provisioning;

import org.jspecify.annotations.NullMarked;
