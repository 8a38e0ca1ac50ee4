package dev.berth.soak.slurm;

import dev.berth.sandbox.Sandbox;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reservation as Slurm keeps it, read with {@code scontrol} independently of the service, or as the book promises it.
 *
 * @param start in seconds since the epoch, as is the end
 * @param cards of each node, as are the cores; 0 for whole nodes
 */
record SlurmKeeps(
        String name,
        long start,
        long end,
        SortedSet<String> nodes,
        SortedSet<String> users,
        long cards,
        long cores,
        SortedMap<String, Long> licences) {
    private static final Pattern FIELD = Pattern.compile("(?:^| )([A-Za-z]+)=(\\S*)");

    /** All that Slurm keeps. */
    static SortedMap<String, SlurmKeeps> all(Sandbox slurm) {
        SortedMap<String, SlurmKeeps> all = new TreeMap<>();
        slurm.run("env", "TZ=UTC", "scontrol", "-o", "show", "reservation")
                .orThrow()
                .lines()
                .filter(line -> line.startsWith("ReservationName="))
                .map(line -> of(line, slurm))
                .forEach(each -> all.put(each.name, each));
        return all;
    }

    private static SlurmKeeps of(String line, Sandbox slurm) {
        Map<String, String> fields = new TreeMap<>();
        Matcher field = FIELD.matcher(line);
        while (field.find()) {
            fields.putIfAbsent(field.group(1), field.group(2));
        }
        SortedSet<String> nodes =
                new TreeSet<>(slurm.run("scontrol", "show", "hostnames", fields.getOrDefault("Nodes", ""))
                        .orThrow()
                        .lines()
                        .toList());
        // Only reservations of parts say which cores they have.
        boolean isWhole = !line.contains("CoreIDs=");
        SortedMap<String, Long> tres = counts(fields.getOrDefault("TRES", ""), "=");
        return new SlurmKeeps(
                fields.getOrDefault("ReservationName", ""),
                seconds(fields.getOrDefault("StartTime", "")),
                seconds(fields.getOrDefault("EndTime", "")),
                nodes,
                new TreeSet<>(Arrays.asList(fields.getOrDefault("Users", "").split(",", -1))),
                isWhole ? 0 : tres.getOrDefault("gres/gpu", 0L) / nodes.size(),
                isWhole ? 0 : tres.getOrDefault("cpu", 0L) / nodes.size(),
                counts(fields.getOrDefault("Licenses", ""), ":"));
    }

    private static long seconds(String time) {
        return LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC);
    }

    /** Numbers by name from a list such as {@code matlab:5,comsol:1}. */
    private static SortedMap<String, Long> counts(String text, String separator) {
        SortedMap<String, Long> counts = new TreeMap<>();
        // Later versions put a semicolon between licences.
        for (String each : text.split("[,;]", -1)) {
            String[] pair = each.split(separator, 2);
            if (pair.length == 2 && pair[1].matches("[0-9]+")) {
                counts.put(pair[0], Long.parseLong(pair[1]));
            }
        }
        return counts;
    }

    boolean isActive(long now) {
        return start <= now && now < end;
    }

    /** Cards that it takes of each node. */
    long cardsOf(int all) {
        return cards == 0 && cores == 0 ? all : cards;
    }

    /** A line that {@link #read} reads. */
    String line() {
        return "%s %d %d %s %s %d %d %s"
                .formatted(
                        name,
                        start,
                        end,
                        String.join(",", nodes),
                        String.join(",", users),
                        cards,
                        cores,
                        licences.isEmpty() ? "-" : licences.toString().replaceAll("[{} ]", ""));
    }

    static SlurmKeeps read(String line) {
        List<String> fields = Arrays.asList(line.split(" ", -1));
        return new SlurmKeeps(
                fields.get(0),
                Long.parseLong(fields.get(1)),
                Long.parseLong(fields.get(2)),
                new TreeSet<>(Arrays.asList(fields.get(3).split(",", -1))),
                new TreeSet<>(Arrays.asList(fields.get(4).split(",", -1))),
                Long.parseLong(fields.get(5)),
                Long.parseLong(fields.get(6)),
                counts(fields.get(7), "="));
    }

    /** A line to compare it by; a start that is past or about now is written as begun. */
    String comparable(long now) {
        SlurmKeeps begun =
                new SlurmKeeps(name, start <= now + 2 ? 0 : start, end, nodes, users, cards, cores, licences);
        return begun.line();
    }

    @Override
    public String toString() {
        return line() + " (from " + Instant.ofEpochSecond(start) + ")";
    }
}
