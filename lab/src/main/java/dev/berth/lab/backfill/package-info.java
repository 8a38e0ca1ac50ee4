/** Logs of batch jobs, replayed through a queue with backfilling. Begin with {@code BatchReplay}. */
@NullMarked
package dev.berth.lab.backfill;

import org.jspecify.annotations.NullMarked;
