/**
 * Queues of batch jobs with backfilling, on servers that are counted and not named. Begin with {@code Backfilling}.
 */
@NullMarked
package dev.berth.provision.backfill;

import org.jspecify.annotations.NullMarked;
