package dev.berth.provision.plan;

/** How a workflow is scheduled on slots; {@link SlotSchedulers} has them by name. */
public abstract class SlotScheduler {
    SlotScheduler() {}

    public abstract String name();

    /** Puts all tasks; false if one of them fits on no slot. */
    abstract boolean fill(Draft draft);

    /** Puts tasks in the given order, each where it ends first. */
    static boolean putAll(Draft draft, int[] order) {
        for (int task : order) {
            if (draft.find(task) == Draft.NEVER) {
                return false;
            }
            draft.put(task);
        }
        return true;
    }
}
