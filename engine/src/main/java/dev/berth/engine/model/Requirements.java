package dev.berth.engine.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which pools a job accepts, and what it takes there beside a number of servers.
 *
 * @param pool the only one it accepts; null for any
 * @param attributes which the pool must carry
 * @param slice parts of each of its servers; whole servers if nothing is said
 * @param licences of the site, for the job as a whole
 */
public record Requirements(@Nullable PoolId pool, Map<String, String> attributes, Slice slice, Amounts licences) {
    public static final Requirements NONE = new Requirements(null, Map.of());

    private static final Known<Requirements> KNOWN = new Known<>(10);

    public Requirements {
        attributes = Map.copyOf(attributes);
        slice = slice.known();
    }

    /** Equal requirements, where possible some that are in use already: users ask for few different ones. */
    Requirements known() {
        return isEmpty() && licences.isEmpty() ? NONE : KNOWN.same(this);
    }

    /** Whole servers, without licences. */
    public Requirements(@Nullable PoolId pool, Map<String, String> attributes) {
        this(pool, attributes, Slice.WHOLE, Amounts.NONE);
    }

    public static Requirements pool(String name) {
        return new Requirements(new PoolId(name), Map.of());
    }

    public static Requirements attribute(String key, String value) {
        return new Requirements(null, Map.of(key, value));
    }

    /** Parts of servers, in whichever pool. */
    public static Requirements slice(Slice slice) {
        return NONE.withSlice(slice);
    }

    public Requirements withSlice(Slice other) {
        return new Requirements(pool, attributes, other, licences);
    }

    public Requirements withLicences(Amounts other) {
        return new Requirements(pool, attributes, slice, other);
    }

    public Requirements withPool(@Nullable PoolId other) {
        return new Requirements(other, attributes, slice, licences);
    }

    /** Whether any pool will do, for whole servers. */
    public boolean isEmpty() {
        return pool == null && attributes.isEmpty() && slice.isWhole();
    }

    /** Whether it takes whole servers and no licences. */
    public boolean isPlain() {
        return slice.isWhole() && licences.isEmpty();
    }

    public boolean match(Pool candidate) {
        return (pool == null || pool.equals(candidate.id()))
                && (slice.isWhole() || candidate.parts().name(slice))
                && (attributes.isEmpty() || candidate.attributes().entrySet().containsAll(attributes.entrySet()));
    }

    @Override
    public String toString() {
        return (pool == null ? "any pool" : "pool " + pool)
                + (attributes.isEmpty() ? "" : " with " + attributes)
                + (slice.isWhole() ? "" : ", " + slice)
                + (licences.isEmpty() ? "" : ", licences " + licences);
    }
}
