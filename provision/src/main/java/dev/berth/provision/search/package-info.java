/**
 * The trade-off of cost against makespan: plans that no other beats in both (singh, section 3). Begin with {@code
 * Search}, {@code ParetoSet}, {@code SearchSettings} and {@code Watcher}.
 */
@NullMarked
package dev.berth.provision.search;

import org.jspecify.annotations.NullMarked;
