package dev.berth.workflow.schedule;

import dev.berth.engine.model.BadValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The registry of schedulers: name to scheduler. */
public final class Schedulers {
    public static final String DEFAULT = "heft";

    private static final Map<String, Scheduler> BY_NAME = new LinkedHashMap<>();

    static {
        add(new Heft());
        add(new Hbmct());
        add(new Fcp());
        add(new Dls());
        add(new Cpop());
        add(new MinMin());
        add(new MaxMin());
        add(new Greedy());
    }

    private Schedulers() {}

    private static void add(Scheduler scheduler) {
        BY_NAME.put(scheduler.name(), scheduler);
    }

    public static Set<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    public static Scheduler named(String name) {
        @Nullable Scheduler scheduler = BY_NAME.get(name);
        if (scheduler == null) {
            throw new BadValue("scheduler", name, "must be one of " + String.join(", ", names()));
        }
        return scheduler;
    }
}
