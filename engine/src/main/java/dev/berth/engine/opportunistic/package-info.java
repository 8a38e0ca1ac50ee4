/** Opportunistic jobs (castillo VI): what they do with the servers that reservations leave idle. */
@NullMarked
package dev.berth.engine.opportunistic;

import org.jspecify.annotations.NullMarked;
