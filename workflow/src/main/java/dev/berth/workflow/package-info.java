/** The planner: from a workflow and one deadline to a slot for every task. */
@NullMarked
package dev.berth.workflow;

import org.jspecify.annotations.NullMarked;
