/** The JSON of the API: read strictly, written by hand. */
@NullMarked
package dev.berth.service.wire;

import org.jspecify.annotations.NullMarked;
