/**
 * Opportunistic jobs of users (castillo, section VI): queued, withdrawn, and what is known of their commands. Begin with
 * {@code OpportunistOrders}, {@code Courses} and {@code Foresight}.
 */
@NullMarked
package dev.berth.service.opportunistic;

import org.jspecify.annotations.NullMarked;
