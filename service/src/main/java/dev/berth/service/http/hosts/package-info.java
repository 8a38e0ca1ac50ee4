/** The guards of hosts, and what they have seen. */
@NullMarked
package dev.berth.service.http.hosts;

import org.jspecify.annotations.NullMarked;
