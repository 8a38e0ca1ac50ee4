/** Advertised availability and what may be allocated from it (singh, section 2). */
@NullMarked
package dev.berth.provision.slot;

import org.jspecify.annotations.NullMarked;
