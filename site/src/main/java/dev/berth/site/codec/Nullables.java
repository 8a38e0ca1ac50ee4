package dev.berth.site.codec;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Conditions;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Terms;
import java.util.Map;
import java.util.Set;

/**
 * The components of the engine's records that may be null. They are marked as such there, but the annotation is not on
 * the class path of a program that runs, so they are named here; a test compares the two. Facts use {@code Optional}.
 */
final class Nullables {
    static final Map<Class<?>, Set<String>> COMPONENTS = Map.of(
            Conditions.class, Set.of("lateness"),
            Outage.class, Set.of("repair", "cause"),
            Refusal.NoCapacity.class, Set.of("shortage"),
            Refusal.Shortage.class, Set.of("pool"),
            Requirements.class, Set.of("pool"),
            Slice.class, Set.of("share"),
            Tariff.class, Set.of("lateness", "hours", "carbon"),
            Terms.class, Set.of("budget", "fixAfter", "notice", "project", "prefer"));

    private Nullables() {}

    static boolean contains(Class<?> type, String component) {
        return COMPONENTS.getOrDefault(type, Set.of()).contains(component);
    }
}
