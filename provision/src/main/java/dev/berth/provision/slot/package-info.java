/**
 * Advertised availability and what may be allocated from it (singh, section 2). Begin with {@code Slot}, {@code
 * Allocation} and {@code UnitCost}.
 */
@NullMarked
package dev.berth.provision.slot;

import org.jspecify.annotations.NullMarked;
