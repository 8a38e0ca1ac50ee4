package dev.berth.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * What a user asks for beside times and servers.
 *
 * @param budget the most it may cost (netto: B_j); null for no limit
 * @param fixAfter when this percentage of the time from booking to start have passed, the placement is fixed (netto 4.2);
 *     null to leave it flexible until it starts
 * @param notice it may start as soon as servers are free, if its owner is told this long before; null if it starts as
 *     promised and not before
 */
public record Terms(
        @Nullable Money budget,
        @Nullable Integer fixAfter,
        @Nullable Long notice) {
    public static final Terms NONE = new Terms(null, null, null);
    public static final Terms WHEN_FREE = new Terms(null, null, 0L);

    public Terms {
        if (fixAfter != null && (fixAfter < 0 || fixAfter > 100)) {
            throw new BadValue("fixAfter", fixAfter, "must be a percentage from 0 to 100");
        }
        if (budget != null && budget.millionths() < 0) {
            throw new BadValue("budget", budget, "must not be negative");
        }
        if (notice != null && (notice < 0 || notice > Work.MOST)) {
            throw new BadValue("notice", notice, "must be from 0 to " + Work.MOST);
        }
    }

    public static Terms budget(Money most) {
        return NONE.withBudget(most);
    }

    public static Terms fixAfter(int percent) {
        return NONE.withFixAfter(percent);
    }

    public Terms withBudget(@Nullable Money most) {
        return new Terms(most, fixAfter, notice);
    }

    public Terms withFixAfter(int percent) {
        return new Terms(budget, percent, notice);
    }

    /** How long before an early start its owner must be told; 0 if it does not start early either way. */
    public long leastNotice() {
        return notice == null ? 0 : notice;
    }

    /** It may start as soon as servers are free, if its owner is told this long before. */
    public Terms whenFree(long withNotice) {
        return new Terms(budget, fixAfter, withNotice);
    }

    public Terms asPromised() {
        return new Terms(budget, fixAfter, null);
    }
}
