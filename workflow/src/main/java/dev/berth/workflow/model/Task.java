package dev.berth.workflow.model;

import dev.berth.engine.model.Work;

/**
 * A node of a workflow.
 *
 * @param kind what the task does, such as {@code mProject}; empty if nothing is known
 * @param work the time it takes at rate 1; 0 for a task that only joins others
 */
public record Task(String id, String kind, long work) {
    public Task {
        if (id.isBlank()) {
            throw new BadWorkflow("id", "a task needs an id that is not blank");
        }
        if (work < 0 || work > Work.MOST) {
            throw new BadWorkflow(
                    "work", "task " + id + " has work " + work + ", but work is from 0 to " + Work.MOST + " ms");
        }
    }
}
