/** What outages took from reservations: which servers, why, and what became of the promise. */
@NullMarked
package dev.berth.service.loss;

import org.jspecify.annotations.NullMarked;
