/** Times and durations as people write them. */
@NullMarked
package dev.berth.cli.time;

import org.jspecify.annotations.NullMarked;
