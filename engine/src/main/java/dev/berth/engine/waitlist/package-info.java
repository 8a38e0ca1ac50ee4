/**
 * The waiting list: jobs that found no room, in the order in which they came, and which of them may fit what has come free.
 * Begin with {@code Waitlist}, {@code Waiter} and {@code WaiterSearch}.
 */
@NullMarked
package dev.berth.engine.waitlist;

import org.jspecify.annotations.NullMarked;
