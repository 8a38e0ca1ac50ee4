/**
 * The surroundings of every command: streams, variables and the clock, a progress bar, exit codes and failures. Begin
 * with {@code BadInput} and {@code Failed}.
 */
@NullMarked
package dev.berth.cli.console;

import org.jspecify.annotations.NullMarked;
