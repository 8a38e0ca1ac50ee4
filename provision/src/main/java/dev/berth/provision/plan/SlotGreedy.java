package dev.berth.provision.plan;

/**
 * Singh's low-complexity scheduler (section 3): tasks in topological order, each where the makespan so far grows least. Of
 * several such slots it is where the task ends first, and that one never makes the makespan longer than another.
 */
final class SlotGreedy extends SlotScheduler {
    @Override
    public String name() {
        return "greedy";
    }

    @Override
    boolean fill(SlotDraft draft) {
        return putAll(draft, draft.problem.workflow().order());
    }
}
