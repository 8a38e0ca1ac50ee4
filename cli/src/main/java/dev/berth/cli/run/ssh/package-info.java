/**
 * How a run reaches another host: the command line of {@code ssh}, the frames that go through it, and what its failures mean.
 * Begin with {@code SshCommand} and {@code Frame}.
 */
@NullMarked
package dev.berth.cli.run.ssh;

import org.jspecify.annotations.NullMarked;
