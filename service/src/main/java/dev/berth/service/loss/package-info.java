/** Losses: which servers an outage took from a reservation, why, and what became of the promise. */
@NullMarked
package dev.berth.service.loss;

import org.jspecify.annotations.NullMarked;
