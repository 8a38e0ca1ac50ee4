/** The build of the program: its version and commit. */
@NullMarked
package dev.berth.words.build;

import org.jspecify.annotations.NullMarked;
