package dev.berth.provision.plan;

import dev.berth.engine.model.BadValue;
import java.util.List;
import java.util.stream.Collectors;

/** How a workflow is scheduled on slots, by name. */
public abstract class SlotScheduler {
    public static final SlotScheduler HEFT = new SlotHeft();
    public static final SlotScheduler GREEDY = new SlotGreedy();
    public static final SlotScheduler MIN_MIN = new LevelByLevel("min-min", false);
    public static final SlotScheduler MAX_MIN = new LevelByLevel("max-min", true);

    public static final List<SlotScheduler> ALL = List.of(HEFT, GREEDY, MIN_MIN, MAX_MIN);

    SlotScheduler() {}

    public static SlotScheduler get(String name) {
        return ALL.stream()
                .filter(scheduler -> scheduler.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BadValue(
                        "scheduler",
                        name,
                        "the schedulers are "
                                + ALL.stream().map(SlotScheduler::name).collect(Collectors.joining(", "))));
    }

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
