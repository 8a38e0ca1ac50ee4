/**
 * JSON from strangers, read strictly: {@link dev.berth.workflow.json.StrictJson} bounds what is parsed, {@link
 * dev.berth.workflow.json.JsonFields} reads the fields of an object and collects what is wrong. For files too large to
 * keep there is the cursor in {@code read}. Begin with {@code StrictJson}, {@code JsonFields} and {@code Nearest}.
 */
@NullMarked
package dev.berth.workflow.json;

import org.jspecify.annotations.NullMarked;
