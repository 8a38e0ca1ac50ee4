/** How a command line is read and explained: commands by name, their options and parameters, help and completion. */
@NullMarked
package dev.berth.cli.command;

import org.jspecify.annotations.NullMarked;
