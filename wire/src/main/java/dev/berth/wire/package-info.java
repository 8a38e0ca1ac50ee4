/** The JSON of the API: read strictly, written by hand. Begin with {@code Fields}. */
@NullMarked
package dev.berth.wire;

import org.jspecify.annotations.NullMarked;
