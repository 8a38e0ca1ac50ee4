/** Looks for what breaks Berth, longer and rougher than the tests do. */
@NullMarked
package dev.berth.soak;

import org.jspecify.annotations.NullMarked;
