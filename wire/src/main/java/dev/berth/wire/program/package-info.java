/** Programs of this machine that are asked something, within limits of time and output. Begin with {@code Program}. */
@NullMarked
package dev.berth.wire.program;

import org.jspecify.annotations.NullMarked;
