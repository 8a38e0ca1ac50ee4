package dev.berth.provision.plan;

import dev.berth.engine.model.BadValue;
import java.util.List;
import java.util.stream.Collectors;

/** The registry of schedulers on slots. */
public final class SlotSchedulers {
    public static final SlotScheduler HEFT = new SlotHeft();
    public static final SlotScheduler GREEDY = new SlotGreedy();
    public static final SlotScheduler MIN_MIN = new LevelByLevel("min-min", false);
    public static final SlotScheduler MAX_MIN = new LevelByLevel("max-min", true);

    public static final List<SlotScheduler> ALL = List.of(HEFT, GREEDY, MIN_MIN, MAX_MIN);

    private SlotSchedulers() {}

    public static SlotScheduler named(String name) {
        return ALL.stream()
                .filter(scheduler -> scheduler.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BadValue(
                        "scheduler",
                        name,
                        "must be one of "
                                + ALL.stream().map(SlotScheduler::name).collect(Collectors.joining(", "))));
    }
}
