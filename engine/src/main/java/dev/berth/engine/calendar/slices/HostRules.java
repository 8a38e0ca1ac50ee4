package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The registry of rules for choosing hosts. Journals hold the names as part of the policy's, so they stay. */
public final class HostRules {
    public static final String DEFAULT = "in-turn";

    private static final Map<String, HostRule> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put(DEFAULT, new InTurn());
        BY_NAME.put("first-fit", new FirstFit());
        BY_NAME.put("best-fit", HostRules::left);
        BY_NAME.put("fgd", new FragmentationGradient());
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

    /**
     * Takes the host with the lowest number, and looks at a host only if those before it have no start at all for a job that lies
     * ahead. Small jobs gather on the first hosts, so that the last ones are empty for long: that is what jobs that take most of a host need.
     */
    private record InTurn() implements HostRule {
        @Override
        public long cost(HostPool pool, HostTimeline host, Need need, Window window) {
            return 0;
        }

        @Override
        public boolean isFirstFit() {
            return true;
        }

        @Override
        public boolean isInTurn() {
            return true;
        }
    }

    private record FirstFit() implements HostRule {
        @Override
        public long cost(HostPool pool, HostTimeline host, Need need, Window window) {
            return 0;
        }

        @Override
        public boolean isFirstFit() {
            return true;
        }
    }

    /** Takes the host of which least is left, as the sum of the shares of its parts. */
    private static long left(HostPool pool, HostTimeline host, Need need, Window window) {
        return new FreeHostParts(host, pool.layout).left(window);
    }
}
