package dev.berth.slurm.client;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of {@code scontrol -o show}: {@code Name=value Name=value ...}. What people wrote, a reason or a comment, stands
 * last and may hold blanks and anything that looks like a field; so the first field of a name counts.
 */
public final class Line {
    private static final Pattern NAME = Pattern.compile("(?:^| )([A-Z][A-Za-z_]*)=");
    /** How Slurm writes that there is nothing. */
    private static final String NULL = "(null)";

    private static final int LONGEST_QUOTE = 200;

    private final Map<String, String> fields;

    private Line(Map<String, String> fields) {
        this.fields = fields;
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it does not begin with a field
     */
    public static Line of(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher names = NAME.matcher(text);
        boolean found = names.find();
        if (!found || names.start() != 0) {
            throw new IllegalArgumentException("not a line of fields: " + cut(text));
        }
        while (found) {
            String name = names.group(1);
            int begin = names.end();
            found = names.find();
            fields.putIfAbsent(
                    name,
                    text.substring(begin, found ? names.start() : text.length()).strip());
        }
        return new Line(fields);
    }

    /** A field that must be there. */
    String require(String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("a line without " + name + ": " + cut(String.valueOf(fields)));
        }
        return value;
    }

    /** A field; empty if it is missing or Slurm writes that there is nothing. */
    public String text(String name) {
        String value = fields.getOrDefault(name, "");
        return NULL.equals(value) ? "" : value;
    }

    /** Values between the commas of a field; empty if the field is missing. */
    public List<String> list(String name) {
        return Arrays.stream(text(name).split(",", -1))
                .filter(each -> !each.isEmpty())
                .toList();
    }

    long number(String name) {
        String value = require(name);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is not a number: " + cut(value), e);
        }
    }

    /** A number that is not too big to count with. */
    public int count(String name) {
        long number = number(name);
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name + " is not a count: " + number);
        }
        return (int) number;
    }

    /** So much of a text as a message can show. */
    static String cut(String text) {
        return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
    }
}
