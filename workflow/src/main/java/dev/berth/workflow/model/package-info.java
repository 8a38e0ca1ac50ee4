/**
 * Task graphs, the machines they run on, and what a task costs where. Validated, immutable, in whole units of time.
 * Begin with {@code Workflow}, {@code Machines}, {@code WorkflowProblem}, {@code Progress} and {@code Profile}.
 */
@NullMarked
package dev.berth.workflow.model;

import org.jspecify.annotations.NullMarked;
