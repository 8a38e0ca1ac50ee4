package dev.berth.provision.backfill;

import dev.berth.engine.model.BadValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** The registry of queues with backfilling: name to constructor. */
public final class Backfillings {
    private static final Map<String, IntFunction<Backfilling>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("conservative", ConservativeBackfilling::new);
        BY_NAME.put("easy", EasyBackfilling::new);
    }

    private Backfillings() {}

    public static List<String> names() {
        return new ArrayList<>(BY_NAME.keySet());
    }

    /** An empty queue in front of idle servers. */
    public static Backfilling create(String name, int servers) {
        IntFunction<Backfilling> constructor = BY_NAME.get(name);
        if (constructor == null) {
            throw new BadValue("backfilling", name, "must be one of " + String.join(", ", names()));
        }
        return constructor.apply(servers);
    }
}
