/** Where commands run: the port {@code Place}, and the processes of this machine behind it. */
@NullMarked
package dev.berth.cli.run.place;

import org.jspecify.annotations.NullMarked;
