/** Task graphs, the machines they run on, and what a task costs where. Validated, immutable, in whole units of time. */
@NullMarked
package dev.berth.workflow.model;

import org.jspecify.annotations.NullMarked;
