/** The build of the program: its version and commit. */
@NullMarked
package dev.berth.service.build;

import org.jspecify.annotations.NullMarked;
