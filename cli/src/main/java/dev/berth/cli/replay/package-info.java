/** A stream of jobs through the book, and what came of it; shared by the commands that replay. */
@NullMarked
package dev.berth.cli.replay;

import org.jspecify.annotations.NullMarked;
