/** The one program: `berth` and what its commands share. */
@NullMarked
package dev.berth.cli;

import org.jspecify.annotations.NullMarked;
