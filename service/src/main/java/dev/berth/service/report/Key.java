package dev.berth.service.report;

import java.util.Comparator;

/**
 * Key that usage is counted by.
 *
 * @param project empty for an account without a project
 * @param pool empty for what was refused
 */
public record Key(String user, String project, String pool) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
            Comparator.comparing(Key::user).thenComparing(Key::project).thenComparing(Key::pool);

    @Override
    public int compareTo(Key other) {
        return ORDER.compare(this, other);
    }
}
