package dev.berth.workflow.spare;

import dev.berth.engine.model.BadValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The registry of spare-time policies: name to policy. */
public final class SparePolicies {
    /** The one that fails least when tasks run late: experiment zhao-policies. */
    public static final String DEFAULT = "r_even_percent1";

    private static final Map<String, SparePolicy> BY_NAME = new LinkedHashMap<>();

    static {
        add(new Recursive("r_even_time", SpareShare.EVEN_TIME, true, false));
        add(new Recursive("r_even_percent1", SpareShare.EVEN_PERCENT, false, false));
        add(new Recursive("r_cp_first", SpareShare.EVEN_PERCENT, false, true));
        add(new Recursive("r_even_percent2", SpareShare.EVEN_PERCENT, true, false));
        add(new CriticalPath("cp_even_time", SpareShare.EVEN_TIME));
        add(new CriticalPath("cp_even_percent", SpareShare.EVEN_PERCENT));
        add(new DagReserve());
    }

    private SparePolicies() {}

    private static void add(SparePolicy policy) {
        BY_NAME.put(policy.name(), policy);
    }

    /** Names of the policies that have a threshold. */
    public static Set<String> recursive() {
        return BY_NAME.values().stream()
                .filter(SparePolicy::isRecursive)
                .map(SparePolicy::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    public static Set<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    public static SparePolicy named(String name) {
        @Nullable SparePolicy policy = BY_NAME.get(name);
        if (policy == null) {
            throw new BadValue("spare policy", name, "must be one of " + String.join(", ", names()));
        }
        return policy;
    }
}
