/** The readers that are fuzzed, one target for each. */
@NullMarked
package dev.berth.soak.target;

import org.jspecify.annotations.NullMarked;
