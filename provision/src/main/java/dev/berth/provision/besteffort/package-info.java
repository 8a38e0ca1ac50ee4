/** Workflows run without reservations, for comparison (singh, section 5). Begin with {@code BestEffort}. */
@NullMarked
package dev.berth.provision.besteffort;

import org.jspecify.annotations.NullMarked;
