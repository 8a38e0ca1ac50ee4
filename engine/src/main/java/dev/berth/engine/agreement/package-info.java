/**
 * Agreements: what a reservation costs, how its terms are renegotiated, and what is offered in place of what was asked.
 * Begin with {@code Tariff}, {@code Quote}, {@code Adjustment}, {@code Offer} and {@code Wish}.
 */
@NullMarked
package dev.berth.engine.agreement;

import org.jspecify.annotations.NullMarked;
