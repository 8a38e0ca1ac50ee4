/** The resources of the tag {@code accounts} in openapi.yaml. */
@NullMarked
package dev.berth.api.accounts;

import org.jspecify.annotations.NullMarked;
