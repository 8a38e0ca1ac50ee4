/** Workflows run without reservations, for comparison (singh, section 5). */
@NullMarked
package dev.berth.provision.besteffort;

import org.jspecify.annotations.NullMarked;
