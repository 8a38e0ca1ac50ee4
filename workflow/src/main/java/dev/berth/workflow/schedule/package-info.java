/**
 * List schedulers: a machine and a time for every task, as early as each of them can. Begin with {@code Scheduler} and
 * {@code ScheduleCheck}.
 */
@NullMarked
package dev.berth.workflow.schedule;

import org.jspecify.annotations.NullMarked;
