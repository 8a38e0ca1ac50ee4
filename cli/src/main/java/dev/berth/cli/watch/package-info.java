/** Follows one's own reservations and says what happens to them. */
@NullMarked
package dev.berth.cli.watch;

import org.jspecify.annotations.NullMarked;
