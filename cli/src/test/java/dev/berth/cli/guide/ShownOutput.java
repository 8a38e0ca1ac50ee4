package dev.berth.cli.guide;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares what a page shows with what a command printed, but for what differs from run to run. */
final class ShownOutput {
    /** A line that stands for any number of others. */
    private static final String ELISION = "...";

    /** Ids and tokens that are made at random. */
    private static final Pattern RANDOM = Pattern.compile(
            "(?<=--token )\\S+|(?<=sign in with )\\S+|\\b[oq]-[A-Za-z0-9_-]{16,}|\\bwf-[A-Za-z0-9_-]{16,}");

    private static final Pattern MEASURED = Pattern.compile("(?<=time/decision {1,5})[\\d.,]+ us");
    private static final Pattern LAST_NUMBER = Pattern.compile("\\s+[\\d.,]+$");

    private ShownOutput() {}

    /** Random values of the output by those that the page shows in their place, or null if output and page do not match. */
    static Map<String, String> match(List<String> shown, List<String> printed) {
        Map<String, String> names = new LinkedHashMap<>();
        return match(trimmed(shown), trimmed(printed), names) ? names : null;
    }

    private static boolean match(List<String> shown, List<String> printed, Map<String, String> names) {
        if (shown.isEmpty()) {
            return printed.isEmpty();
        }
        List<String> rest = shown.subList(1, shown.size());
        if (shown.getFirst().strip().equals(ELISION)) {
            for (int skipped = 0; skipped <= printed.size(); skipped++) {
                if (match(rest, printed.subList(skipped, printed.size()), names)) {
                    return true;
                }
            }
            return false;
        }
        if (printed.isEmpty() || !neutral(shown.getFirst()).equals(neutral(printed.getFirst()))) {
            return false;
        }
        if (!match(rest, printed.subList(1, printed.size()), names)) {
            return false;
        }
        names.putAll(names(List.of(shown.getFirst()), List.of(printed.getFirst())));
        return true;
    }

    /** Random values of the output by those of the page, paired in the order in which they appear. */
    static Map<String, String> names(List<String> shown, List<String> printed) {
        Map<String, String> names = new LinkedHashMap<>();
        Matcher wanted = RANDOM.matcher(String.join("\n", shown));
        Matcher real = RANDOM.matcher(String.join("\n", printed));
        while (wanted.find() && real.find()) {
            if (!wanted.group().equals(real.group())) {
                names.putIfAbsent(wanted.group(), real.group());
            }
        }
        return names;
    }

    private static String neutral(String line) {
        return MEASURED.matcher(RANDOM.matcher(line).replaceAll("*")).replaceAll("*");
    }

    /** Without blanks at the ends, and without the last column of tables whose last column is a measured time. */
    private static List<String> trimmed(List<String> lines) {
        List<String> result = new ArrayList<>();
        boolean isMeasured = false;
        for (String line : lines) {
            String kept = line.stripTrailing();
            isMeasured = !kept.isEmpty() && (isMeasured || kept.endsWith("us/decision"));
            result.add(
                    isMeasured
                            ? LAST_NUMBER
                                    .matcher(kept.replace("us/decision", "").stripTrailing())
                                    .replaceAll("")
                            : kept);
        }
        while (!result.isEmpty() && result.getLast().isEmpty()) {
            result.removeLast();
        }
        return result;
    }
}
