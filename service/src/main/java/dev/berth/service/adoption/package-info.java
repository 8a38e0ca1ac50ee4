/**
 * Adoption of processes that already run on free cards: a reservation of just these cards, in which the guard knows them.
 * Begin with {@code Adopting}.
 */
@NullMarked
package dev.berth.service.adoption;

import org.jspecify.annotations.NullMarked;
