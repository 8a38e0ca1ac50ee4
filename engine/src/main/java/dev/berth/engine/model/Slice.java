package dev.berth.engine.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts that a job takes of each of its servers, all of them on the same one. Nothing said is the whole server.
 *
 * @param amounts how many of each part
 * @param share a share of one device beside; null for none
 */
public record Slice(Amounts amounts, @Nullable Share share) {
    public static final Slice WHOLE = new Slice(Amounts.NONE, null);

    private static final Known<Slice> KNOWN = new Known<>(10);

    public Slice {
        if (share != null && amounts.get(share.part()) > 0) {
            throw new BadValue("share", share.part(), "must not be taken as whole devices as well");
        }
    }

    public static Slice of(Map<String, Long> amounts) {
        return new Slice(Amounts.of(amounts), null);
    }

    public static Slice of(Map<String, Long> amounts, Share share) {
        return new Slice(Amounts.of(amounts), share);
    }

    /** An equal slice, where possible one that is in use already: users ask for few different ones. */
    Slice known() {
        return isWhole() ? WHOLE : KNOWN.same(this);
    }

    /** Whether it is the whole server. */
    public boolean isWhole() {
        return amounts.isEmpty() && share == null;
    }

    @Override
    public String toString() {
        return isWhole() ? "whole servers" : share == null ? amounts.toString() : amounts + " and " + share;
    }
}
