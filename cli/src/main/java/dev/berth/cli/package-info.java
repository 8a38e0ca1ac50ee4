/**
 * The one program, {@code berth}: all of its commands put together. Begin with {@code Berth}, {@code AllCommands} and
 * {@code Rehearsal}.
 */
@NullMarked
package dev.berth.cli;

import org.jspecify.annotations.NullMarked;
