/** The JSON of the API: read strictly, written by hand. Begin with {@code Fields}. */
@NullMarked
package dev.berth.service.wire;

import org.jspecify.annotations.NullMarked;
