package dev.berth.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * Conditions that a user asks for beside times and servers.
 *
 * @param budget the most it may cost (netto: B_j); null for no limit
 * @param fixAfter when this percentage of the time from booking to start have passed, the placement is fixed (netto 4.2);
 *     null to leave it flexible until it starts
 * @param notice it may start as soon as servers are free, if its owner is told this long before; null if it starts as
 *     promised and not before
 * @param project whose quota, budget and report it counts under; null for none
 * @param prefer which of the windows that are free its user prefers; null for what the policy of the site chooses
 */
public record Terms(
        @Nullable Money budget,
        @Nullable Integer fixAfter,
        @Nullable Long notice,
        @Nullable String project,
        @Nullable Prefer prefer) {
    public static final Terms NONE = new Terms(null, null, null);
    public static final Terms WHEN_FREE = new Terms(null, null, 0L);

    /** Without a project. */
    public Terms(@Nullable Money budget, @Nullable Integer fixAfter, @Nullable Long notice) {
        this(budget, fixAfter, notice, null);
    }

    /** Without a preference. */
    public Terms(@Nullable Money budget, @Nullable Integer fixAfter, @Nullable Long notice, @Nullable String project) {
        this(budget, fixAfter, notice, project, null);
    }

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
        return new Terms(most, fixAfter, notice, project, prefer);
    }

    public Terms withFixAfter(int percent) {
        return new Terms(budget, percent, notice, project, prefer);
    }

    /** Left flexible until it starts. */
    public Terms withoutFixing() {
        return fixAfter == null ? this : new Terms(budget, null, notice, project, prefer);
    }

    public Terms withProject(@Nullable String name) {
        return new Terms(budget, fixAfter, notice, name, prefer);
    }

    /** How long before an early start its owner must be told; 0 if it does not start early either way. */
    public long leastNotice() {
        return notice == null ? 0 : notice;
    }

    /** It may start as soon as servers are free, if its owner is told this long before. */
    public Terms whenFree(long withNotice) {
        return new Terms(budget, fixAfter, withNotice, project, prefer);
    }

    public Terms preferring(@Nullable Prefer window) {
        return new Terms(budget, fixAfter, notice, project, window);
    }

    public Terms asPromised() {
        return new Terms(budget, fixAfter, null, project, prefer);
    }
}
