/**
 * Spare time: how the time between the end of a schedule and the deadline is spread over the tasks (zhao, section 3).
 * Begin with {@code SparePolicy}, {@code Plan} and {@code PlanCheck}.
 */
@NullMarked
package dev.berth.workflow.spare;

import org.jspecify.annotations.NullMarked;
