package dev.berth.provision.plan;

/** Slot based Heterogeneous Earliest Finish Time (singh, Figure 2): tasks by non-increasing rank. */
final class SlotHeft extends SlotScheduler {
    @Override
    public String name() {
        return "heft";
    }

    @Override
    boolean fill(SlotDraft draft) {
        return putAll(draft, draft.problem.byRank());
    }
}
