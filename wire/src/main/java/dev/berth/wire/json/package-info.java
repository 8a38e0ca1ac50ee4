/**
 * JSON from strangers, read strictly: {@link dev.berth.wire.json.StrictJson} bounds what is parsed, {@link
 * dev.berth.wire.json.JsonFields} reads the fields of an object and collects what is wrong. For files too large to
 * keep there is the cursor in {@code read}. Begin with {@code StrictJson}, {@code JsonFields} and {@code Nearest}.
 */
@NullMarked
package dev.berth.wire.json;

import org.jspecify.annotations.NullMarked;
