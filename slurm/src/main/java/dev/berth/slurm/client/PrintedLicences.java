package dev.berth.slurm.client;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reader of licences in the output of Slurm's programs, and writer of those that a reservation is to have. */
final class PrintedLicences {
    private static final String NONE = "No licenses configured in Slurm.";

    /** A name and how many; one if no number is there. */
    private static final Pattern LICENCE = Pattern.compile("([^:*=]+)(?:[:*=]([0-9]{1,9}))?");

    private PrintedLicences() {}

    /** How many there are of some names, from the output of {@code scontrol -o show licenses}. */
    static SortedMap<String, Long> totals(String text, Set<String> names) {
        SortedMap<String, Long> totals = new TreeMap<>();
        if (text.strip().equals(NONE)) {
            return totals;
        }
        text.lines().filter(each -> !each.isBlank()).map(Line::of).forEach(line -> {
            String name = line.require("LicenseName");
            if (names.contains(name)) {
                totals.put(name, (long) line.count("Total"));
            }
        });
        return totals;
    }

    /**
     * Licences of some names in a list such as {@code matlab:5,comsol}. Alternatives ({@code |}) count in full, because nothing says which
     * of them a job has.
     */
    static SortedMap<String, Long> counts(String text, Set<String> names) {
        SortedMap<String, Long> counts = new TreeMap<>();
        if (names.isEmpty() || text.equals("(null)")) {
            return counts;
        }
        for (String each : text.split("[,;|]", -1)) {
            Matcher licence = LICENCE.matcher(each.strip());
            if (licence.matches() && names.contains(licence.group(1))) {
                long count = licence.group(2) == null ? 1 : Long.parseLong(licence.group(2));
                if (count > 0) {
                    counts.merge(licence.group(1), count, Long::sum);
                }
            }
        }
        return counts;
    }

    /** An argument for {@code scontrol} that gives a reservation just these; names are those of the settings, which hold no separator. */
    static String argument(Map<String, Long> licences) {
        return "Licenses="
                + licences.entrySet().stream()
                        .map(each -> each.getKey() + ":" + each.getValue())
                        .collect(Collectors.joining(","));
    }
}
