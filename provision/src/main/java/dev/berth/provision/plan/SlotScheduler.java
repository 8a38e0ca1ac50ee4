package dev.berth.provision.plan;

/** How a workflow is scheduled on slots; {@link SlotSchedulers} has them by name. */
public abstract class SlotScheduler {
    SlotScheduler() {}

    public abstract String name();

    /** Puts all tasks; false if one of them fits on no slot. */
    abstract boolean fill(SlotDraft draft);

    /** Puts tasks in the given order, each where it ends first. */
    static boolean putAll(SlotDraft draft, int[] order) {
        for (int task : order) {
            if (draft.find(task) == SlotDraft.NEVER) {
                return false;
            }
            draft.put(task);
        }
        return true;
    }
}
