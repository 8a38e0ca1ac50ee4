/** The one program, {@code berth}: all of its commands put together. */
@NullMarked
package dev.berth.cli;

import org.jspecify.annotations.NullMarked;
