/** Other software that takes reservations, wrapped for comparison. */
@NullMarked
package dev.berth.bench.peer;

import org.jspecify.annotations.NullMarked;
