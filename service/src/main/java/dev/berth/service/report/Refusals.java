package dev.berth.service.report;

import java.util.Comparator;

/**
 * Requests of a user that were refused for the same reason.
 *
 * @param reason the code of the refusal, such as {@code no-capacity}
 */
public record Refusals(String user, String reason) implements Comparable<Refusals> {
    private static final Comparator<Refusals> ORDER =
            Comparator.comparing(Refusals::user).thenComparing(Refusals::reason);

    @Override
    public int compareTo(Refusals other) {
        return ORDER.compare(this, other);
    }
}
