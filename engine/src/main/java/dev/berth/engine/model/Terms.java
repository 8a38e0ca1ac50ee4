package dev.berth.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * What a user asks for beside times and servers.
 *
 * @param budget the most it may cost (netto: B_j); null for no limit
 * @param fixAfter when so many percent of the time from booking to start have passed, the placement is fixed (netto 4.2);
 *     null to leave it flexible until it starts
 */
public record Terms(@Nullable Money budget, @Nullable Integer fixAfter) {
    public static final Terms NONE = new Terms(null, null);

    public Terms {
        if (fixAfter != null && (fixAfter < 0 || fixAfter > 100)) {
            throw new BadValue("fixAfter", fixAfter, "it is a percentage from 0 to 100");
        }
        if (budget != null && budget.millionths() < 0) {
            throw new BadValue("budget", budget, "a budget is not negative");
        }
    }

    public static Terms budget(Money most) {
        return new Terms(most, null);
    }

    public static Terms fixAfter(int percent) {
        return new Terms(null, percent);
    }
}
