/** What every command works with: streams, variables and the clock, a progress bar, exit codes and failures. */
@NullMarked
package dev.berth.cli.console;

import org.jspecify.annotations.NullMarked;
