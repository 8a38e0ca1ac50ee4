package dev.berth.wire.json;

import java.util.Collection;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A field that is wrong: where, what was there, and what would be right.
 *
 * @param rule what follows the value in a sentence, such as {@code must be true or false}
 * @param order the times, if the value is a time that breaks a rule about another one; null otherwise
 */
public record Fault(
        String field, String value, String rule, @Nullable Order order) {
    private static final int LONGEST = 100;

    /**
     * Times in a wrong order, in milliseconds, for those who say them in the zone of a reader.
     *
     * @param rule what stands between them, such as {@code must not be before the earliest start}
     */
    public record Order(long time, String rule, long limit) {}

    public Fault {
        // What a stranger sends is shown, but not all of it.
        value = value.length() > LONGEST ? value.substring(0, LONGEST) + "..." : value;
    }

    public Fault(String field, String value, String rule) {
        this(field, value, rule, null);
    }

    /** For people: {@code servers: "0" must be at least 1}, or {@code deadline is required}. */
    public String sentence() {
        return value.isEmpty() ? field + " " + rule : field + ": \"" + value + "\" " + rule;
    }

    static Fault missing(String field) {
        return new Fault(field, "", "is required");
    }

    static Fault unknown(String field, String value, Collection<String> known) {
        return new Fault(
                field,
                value,
                "is not a field here; the fields are " + String.join(", ", new TreeSet<>(known))
                        + question(field.substring(field.lastIndexOf('.') + 1), known));
    }

    /** Suggests the nearest known name; none for a name of one or two letters, which is near too many others. */
    private static String question(String name, Collection<String> known) {
        return name.length() < 3
                ? ""
                : Nearest.of(name, new TreeSet<>(known))
                        .map(meant -> ". Did you mean " + meant + "?")
                        .orElse("");
    }
}
