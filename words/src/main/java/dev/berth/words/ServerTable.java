package dev.berth.words;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Table of how long a job takes on each number of servers that it can run on, as people write it: {@code 2:4h,4:2h30m}. The
 * page reads and writes the same in table.js.
 */
public final class ServerTable {
    /** The most numbers of servers that a table may have. */
    public static final int MOST_ROWS = 100;

    private static final String FORMS = "try 2:4h,4:2h30m";
    private static final int MOST_DIGITS = 8;

    private ServerTable() {}

    /** Whether a text is meant as a table, right or wrong, and not as a number. */
    public static boolean isTable(String text) {
        return text.contains(":");
    }

    /**
     * Reads a table.
     *
     * @param what the option or field, for the message
     */
    public static SortedMap<Integer, Duration> parse(String what, String text) {
        TreeMap<Integer, Duration> table = new TreeMap<>();
        for (String written : text.split(",", -1)) {
            Map.Entry<Integer, Duration> row = row(written.strip())
                    .orElseThrow(() ->
                            new Unreadable("%s: cannot read \"%s\" as a number of servers and a duration above zero; %s"
                                    .formatted(what, Spans.shown(written), FORMS)));
            if (table.put(row.getKey(), row.getValue()) != null) {
                throw new Unreadable("%s: %s is listed twice; give one duration for each number of servers"
                        .formatted(what, Unit.SERVER.counted(row.getKey())));
            }
        }
        if (table.size() > MOST_ROWS) {
            throw new Unreadable(
                    "%s: %d numbers of servers are listed; give at most %d".formatted(what, table.size(), MOST_ROWS));
        }
        return Collections.unmodifiableSortedMap(table);
    }

    /** One row, such as {@code 4:2h30m}; empty if it is none. */
    static Optional<Map.Entry<Integer, Duration>> row(String word) {
        int colon = word.indexOf(':');
        if (colon < 1 || colon > MOST_DIGITS || !word.substring(0, colon).matches("[0-9]+")) {
            return Optional.empty();
        }
        int servers = Integer.parseInt(word.substring(0, colon));
        return servers < 1
                ? Optional.empty()
                : duration(word.substring(colon + 1)).map(duration -> Map.entry(servers, duration));
    }

    private static Optional<Duration> duration(String text) {
        try {
            return Optional.of(Spans.positive("", text));
        } catch (Unreadable e) {
            return Optional.empty();
        }
    }

    /** Writes a table in the form that {@link #parse} reads. */
    public static String text(SortedMap<Integer, Duration> table) {
        return table.entrySet().stream()
                .map(row -> row.getKey() + ":" + Spans.text(row.getValue()))
                .collect(Collectors.joining(","));
    }

    /** Says a table to people who read: {@code 2 gpus with 4 hours of work each or 4 gpus with 2 hours of work each}. */
    static String words(SortedMap<Integer, Duration> table, Unit unit) {
        return table.entrySet().stream()
                .map(row -> "%s with %s of work%s"
                        .formatted(
                                unit.counted(row.getKey()),
                                Spans.words(row.getValue()),
                                row.getKey() == 1 ? "" : " each"))
                .collect(Collectors.joining(" or "));
    }
}
