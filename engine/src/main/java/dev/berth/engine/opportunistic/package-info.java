/**
 * Opportunistic jobs (castillo VI): what they do with the servers that reservations leave idle. Begin with {@code
 * Opportunists}, {@code Filling} and {@code Turn}.
 */
@NullMarked
package dev.berth.engine.opportunistic;

import org.jspecify.annotations.NullMarked;
