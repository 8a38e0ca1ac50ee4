package dev.berth.slurm.client;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Slurm's way to write many names of nodes: {@code c[1-4,07-12],g1}. A range whose first number begins with 0 keeps its
 * width. There may be several brackets in a name: {@code rack[0-1]n[1-8]}.
 */
final class Hostlist {
    /** Slurm itself takes no more in one range. */
    private static final int MOST = 65_536;

    private static final int LONGEST_NAME = 253;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.-]*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}");
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");

    private Hostlist() {}

    /** Whether this can be the name of one node, so that it can be written into an argument. */
    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** The names of an expression; throws if it is none, or has more names than a cluster has nodes. */
    static SortedSet<String> expand(String expression) {
        // Repeated names count too: a short expression must not cost much.
        List<String> names = new ArrayList<>();
        for (String part : parts(expression)) {
            expand("", part, names, expression);
        }
        return new TreeSet<>(names);
    }

    /** Splits at the commas outside brackets. */
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(text.substring(begin, i));
                begin = i + 1;
            }
            if (depth < 0 || depth > 1) {
                throw bad(text);
            }
        }
        parts.add(text.substring(begin));
        if (depth != 0) {
            throw bad(text);
        }
        return parts;
    }

    private static void expand(String before, String rest, List<String> names, String whole) {
        int open = rest.indexOf('[');
        String plain = open < 0 ? rest : rest.substring(0, open);
        if (!PLAIN.matcher(plain).matches() || before.length() + plain.length() > LONGEST_NAME) {
            throw bad(whole);
        }
        if (open < 0) {
            add(before + plain, names, whole);
            return;
        }
        int close = rest.indexOf(']', open);
        for (String range : rest.substring(open + 1, close).split(",", -1)) {
            Matcher matcher = RANGE.matcher(range);
            if (!matcher.matches()) {
                throw bad(whole);
            }
            String first = matcher.group(1);
            String last = matcher.group(2) == null ? first : matcher.group(2);
            int from = Integer.parseInt(first);
            int to = Integer.parseInt(last);
            if (to < from || to - from >= MOST) {
                throw bad(whole);
            }
            for (int number = from; number <= to; number++) {
                String digits = String.valueOf(number);
                String padded = "0".repeat(Math.max(0, first.length() - digits.length())) + digits;
                expand(before + plain + padded, rest.substring(close + 1), names, whole);
            }
        }
    }

    private static void add(String name, List<String> names, String whole) {
        if (!isName(name) || names.size() >= MOST) {
            throw bad(whole);
        }
        names.add(name);
    }

    private static IllegalArgumentException bad(String whole) {
        return new IllegalArgumentException("not a list of nodes: " + Line.cut(whole));
    }
}
