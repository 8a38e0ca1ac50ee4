/** The resources of the guards of hosts, and of what they have seen. */
@NullMarked
package dev.berth.service.http.hosts;

import org.jspecify.annotations.NullMarked;
