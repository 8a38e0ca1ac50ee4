/** Real commands in reservations while runners and the service are killed; and whether what must hold, holds. */
@NullMarked
package dev.berth.soak.runs;

import org.jspecify.annotations.NullMarked;
