/** Runs the tasks of a booked plan on this machine. */
@NullMarked
package dev.berth.cli.workflow.run;

import org.jspecify.annotations.NullMarked;
