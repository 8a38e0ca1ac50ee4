/** The resources of the guards of hosts, and of what they have seen. */
@NullMarked
package dev.berth.api.hosts;

import org.jspecify.annotations.NullMarked;
