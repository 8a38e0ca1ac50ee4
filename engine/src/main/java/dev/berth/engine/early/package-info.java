/** Which of the waiting reservations may start earlier than promised, kept so that the next one is found at once. */
@NullMarked
package dev.berth.engine.early;

import org.jspecify.annotations.NullMarked;
