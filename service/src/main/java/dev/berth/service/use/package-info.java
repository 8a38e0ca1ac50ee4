/**
 * Use of reservations, as guards and runners measure it: a sketch of each, sums for the journal, and what is given back because it is idle.
 * Begin with {@code UseMeters}, {@code IdleCount} and {@code UseWatch}.
 */
@NullMarked
package dev.berth.service.use;

import org.jspecify.annotations.NullMarked;
