/** The commands about the clock of a service. */
@NullMarked
package dev.berth.cli.clock;

import org.jspecify.annotations.NullMarked;
