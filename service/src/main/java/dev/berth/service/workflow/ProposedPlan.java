package dev.berth.service.workflow;

import dev.berth.engine.model.Job;
import java.util.ArrayList;
import java.util.List;

/**
 * A plan on paper for a workflow that was sent.
 *
 * @param terms that it was planned with, from the time on from which the first task may start
 */
public record ProposedPlan(Upload upload, PlanTerms terms, Draft draft) {
    /** Jobs to submit to the book: one for each task that takes time, in the order of the tasks, or one for each whole server. */
    List<Job> jobs() {
        return terms.wholeServers() ? WholeServers.jobs(this) : slotJobs();
    }

    private List<Job> slotJobs() {
        List<Job> jobs = new ArrayList<>();
        for (int task = 0; task < draft.plan().size(); task++) {
            TaskSlot slot = draft.slot(task);
            if (slot.end() > slot.start()) {
                jobs.add(Draft.job(
                        upload.read().workflow().name(),
                        upload.read().workflow().task(task).id(),
                        upload.owner(),
                        slot));
            }
        }
        return jobs;
    }
}
