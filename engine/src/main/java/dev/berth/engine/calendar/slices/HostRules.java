package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The registry of rules for choosing hosts. Journals hold the names as part of the policy's, so they stay. */
public final class HostRules {
    public static final String DEFAULT = "keep-whole";

    private static final Map<String, HostRule> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("keep-whole", HostRules::unusedTime);
        BY_NAME.put("first-fit", (pool, host, need, window) -> 0);
        BY_NAME.put("best-fit", HostRules::left);
        BY_NAME.put("two-ends", HostRules::ends);
    }

    private HostRules() {}

    public static Set<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    static HostRule get(String name) {
        HostRule rule = BY_NAME.get(name);
        if (rule == null) {
            throw new BadValue("policy", name, "must be a rule for hosts: " + String.join(", ", names()));
        }
        return rule;
    }

    /** Empty hosts are what the largest jobs need: takes the one that is empty for the least of the window. */
    private static long unusedTime(HostPool pool, HostTimeline host, Need need, Window window) {
        return host.unusedTime(window);
    }

    private static long ends(HostPool pool, HostTimeline host, Need need, Window window) {
        return pool.weight(need) >= 500 ? -host.number : host.number;
    }

    /** Takes the host of which least is left, as the sum of the shares of its parts. */
    private static long left(HostPool pool, HostTimeline host, Need need, Window window) {
        return host.left(pool.layout, window);
    }
}
