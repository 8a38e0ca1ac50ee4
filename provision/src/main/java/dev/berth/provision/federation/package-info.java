/**
 * One request over several sites: their offers ranked, or one window that fits the parts at all of them at once. Begin
 * with {@code Ranking}, {@code CoAllocation} and {@code CoAllocationRounds}.
 */
@NullMarked
package dev.berth.provision.federation;

import org.jspecify.annotations.NullMarked;
