/**
 * Early starts: which of the waiting reservations may begin earlier than promised, kept so that the next one is found at
 * once. Begin with {@code Candidates}.
 */
@NullMarked
package dev.berth.engine.early;

import org.jspecify.annotations.NullMarked;
