package dev.berth.service.report;

import java.util.Comparator;
import java.util.Optional;

/**
 * Requests of a user that were refused for the same reason.
 *
 * @param project the one that they named; empty if they named none
 * @param reason the code of the refusal, such as {@code no-capacity}
 */
public record Refusals(String user, Optional<String> project, String reason) implements Comparable<Refusals> {
    private static final Comparator<Refusals> ORDER = Comparator.comparing(Refusals::user)
            .thenComparing(refusals -> refusals.project().orElse(""))
            .thenComparing(Refusals::reason);

    @Override
    public int compareTo(Refusals other) {
        return ORDER.compare(this, other);
    }
}
