/** The resources of the tag {@code accounts} in openapi.yaml. */
@NullMarked
package dev.berth.service.http.accounts;

import org.jspecify.annotations.NullMarked;
