/** Several instances of a site on one database, all faults together, and a checker that trusts none of them. */
@NullMarked
package dev.berth.soak.instances;

import org.jspecify.annotations.NullMarked;
