/**
 * Admission by moving what waits within its agreements: netto's orders and algorithms, and Berth's own. Begin with
 * {@code Rescheduling}, {@code Pass}, {@code Replan}, {@code MakingRoom} and {@code Lanes}.
 */
@NullMarked
package dev.berth.engine.admission.reschedule;

import org.jspecify.annotations.NullMarked;
