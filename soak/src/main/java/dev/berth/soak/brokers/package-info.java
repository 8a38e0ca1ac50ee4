/** A broker over three sites, all of them processes, killed and cut off while deals are made; in the end the sites are asked. */
@NullMarked
package dev.berth.soak.brokers;

import org.jspecify.annotations.NullMarked;
