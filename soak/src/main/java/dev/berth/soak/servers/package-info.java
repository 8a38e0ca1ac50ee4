/** Several servers of a site on one database, all faults together, and a checker that trusts none of them. */
@NullMarked
package dev.berth.soak.servers;

import org.jspecify.annotations.NullMarked;
