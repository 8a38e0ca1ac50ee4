package dev.berth.engine.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which pools a job accepts: one by name, or all that carry the attributes, or both. */
public record Requirements(@Nullable PoolId pool, Map<String, String> attributes) {
    public static final Requirements NONE = new Requirements(null, Map.of());

    public Requirements {
        attributes = Map.copyOf(attributes);
    }

    public static Requirements pool(String name) {
        return new Requirements(new PoolId(name), Map.of());
    }

    public static Requirements attribute(String key, String value) {
        return new Requirements(null, Map.of(key, value));
    }

    public boolean isEmpty() {
        return pool == null && attributes.isEmpty();
    }

    public boolean match(Pool candidate) {
        return (pool == null || pool.equals(candidate.id()))
                && (attributes.isEmpty() || candidate.attributes().entrySet().containsAll(attributes.entrySet()));
    }

    @Override
    public String toString() {
        return (pool == null ? "any pool" : "pool " + pool) + (attributes.isEmpty() ? "" : " with " + attributes);
    }
}
