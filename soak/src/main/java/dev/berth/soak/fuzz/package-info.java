/** A coverage-guided fuzzer: changes inputs at random and keeps those that reach new code. */
@NullMarked
package dev.berth.soak.fuzz;

import org.jspecify.annotations.NullMarked;
