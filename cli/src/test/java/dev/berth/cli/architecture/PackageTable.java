package dev.berth.cli.architecture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The packages in the order in which they build on each other, with the packages that each of them uses.
 *
 * @param comments what stands before the table
 * @param uses by package, the lowest first
 * @param exemptions single classes that may use what stands below them
 */
record PackageTable(List<String> comments, Map<String, Set<String>> uses, List<Exemption> exemptions) {
    /**
     * A class that may use a package against the order.
     *
     * @param reason why it cannot do without
     */
    record Exemption(String type, String to, String reason) {
        boolean covers(String usingType, String used) {
            return used.equals(to) && (usingType.equals(type) || usingType.startsWith(type + "$"));
        }

        @Override
        public String toString() {
            return "! " + type + " -> " + to + ": " + reason;
        }
    }

    /** Reads lines such as {@code package -> package, package} and {@code ! package.Class -> package: reason}. */
    static PackageTable of(List<String> lines) {
        List<String> comments = new ArrayList<>();
        Map<String, Set<String>> uses = new LinkedHashMap<>();
        List<Exemption> exemptions = new ArrayList<>();
        for (String line : lines) {
            String[] sides = line.split(" -> ", 2);
            if (line.startsWith("#")) {
                comments.add(line);
            } else if (line.startsWith("! ")) {
                String[] target = sides[1].split(": ", 2);
                exemptions.add(new Exemption(sides[0].substring(2), target[0], target[1]));
            } else if (!line.isBlank()) {
                Set<String> targets = sides.length == 1 ? Set.of() : new TreeSet<>(List.of(sides[1].split(", ", -1)));
                if (uses.put(sides[0], targets) != null) {
                    throw new IllegalArgumentException(sides[0] + " is in the table twice");
                }
            }
        }
        return new PackageTable(comments, uses, exemptions);
    }

    /** Uses that do not go to a package further up in the table, as {@code from -> to}. */
    List<String> backwards() {
        List<String> backwards = new ArrayList<>();
        Set<String> above = new LinkedHashSet<>();
        uses.forEach((from, targets) -> {
            targets.stream().filter(to -> !above.contains(to)).forEach(to -> backwards.add(from + " -> " + to));
            above.add(from);
        });
        return backwards;
    }

    /**
     * The table with what is really used: by modules as far as possible, and without a use backwards unless there is a
     * circle.
     */
    PackageTable corrected(Map<String, Set<String>> real, List<String> modules) {
        List<String> left = new ArrayList<>();
        for (String module : modules) {
            real.keySet().stream()
                    .filter(name -> name.equals(module) || name.startsWith(module + "."))
                    .sorted()
                    .forEach(left::add);
        }
        Map<String, Set<String>> sorted = new LinkedHashMap<>();
        while (!left.isEmpty()) {
            String next = left.stream()
                    .filter(name -> sorted.keySet().containsAll(real.get(name)))
                    .findFirst()
                    .orElse(left.getFirst());
            left.remove(next);
            sorted.put(next, real.get(next));
        }
        return new PackageTable(comments, sorted, exemptions);
    }

    @Override
    public String toString() {
        List<String> lines = new ArrayList<>(comments);
        lines.add("");
        uses.forEach((from, to) -> lines.add(from + (to.isEmpty() ? "" : " -> " + String.join(", ", to))));
        lines.add("");
        exemptions.forEach(each -> lines.add(each.toString()));
        return String.join("\n", lines) + "\n";
    }
}
