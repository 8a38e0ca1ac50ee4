/**
 * Command lines, read and explained: commands by name, their options and parameters, help and completion. Begin with
 * {@code ShellCommand} and {@code Syntax}.
 */
@NullMarked
package dev.berth.cli.command;

import org.jspecify.annotations.NullMarked;
