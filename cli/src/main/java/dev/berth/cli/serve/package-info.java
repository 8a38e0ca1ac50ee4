/** The service as a process: start, back up, restore. */
@NullMarked
package dev.berth.cli.serve;

import org.jspecify.annotations.NullMarked;
