/** Admission by moving what waits within its agreements: netto's orders and algorithms, and Berth's own. */
@NullMarked
package dev.berth.engine.admission.reschedule;

import org.jspecify.annotations.NullMarked;
