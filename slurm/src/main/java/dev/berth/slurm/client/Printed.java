package dev.berth.slurm.client;

import dev.berth.engine.model.Window;
import dev.berth.slurm.ClusterJob;
import dev.berth.slurm.ClusterNode;
import dev.berth.slurm.ClusterNode.Condition;
import dev.berth.slurm.Kept;
import dev.berth.slurm.PartsHeld;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reader of the output of Slurm's programs: reads all of it, or throws an {@link IllegalArgumentException} that says what is
 * not understood.
 */
public final class Printed {
    /** One job in a line: number, state, user, reservation, end and nodes. None of them can hold the separator. */
    public static final String JOB_FORMAT = "%A|%T|%u|%v|%e|%N";

    /** The same, and its licences. Where a later version writes a separator between licences, it stands there. */
    static final String JOB_FORMAT_WITH_LICENCES = JOB_FORMAT + "|%W";

    private static final String NO_RESERVATIONS = "No reservations in the system";
    private static final Set<String> BROKEN = Set.of("DOWN", "FAIL", "FAILING");
    private static final Set<String> UNSURE = Set.of("NOT_RESPONDING", "UNKNOWN", "ERROR", "INVALID_REG");
    private static final Set<String> BUSY = Set.of("ALLOCATED", "MIXED", "COMPLETING");

    private static final String CARDS = "gres/gpu";
    private static final Pattern PARTS = Pattern.compile("cpu|gres/gpu(?::.+)?");
    private static final Pattern VERSION = Pattern.compile("([0-9]{2})\\.([0-9]{2})");

    /** 24.11, the first version on which that was tried. */
    private static final int FIRST_WITH_PARTS = 2411;

    /**
     * 26.05. Cards that 24.11 has reserved by their type go to jobs of others that name none, and those that it has reserved by their number
     * go to jobs of others that name the type.
     */
    private static final int FIRST_WITH_TYPES = 2605;

    private Printed() {}

    /** Nodes from the output of {@code scontrol -o show node}. Nodes that are only planned are left out. */
    public static List<ClusterNode> nodes(String text) {
        List<ClusterNode> nodes = new ArrayList<>();
        text.lines().filter(line -> !line.isBlank()).map(Line::of).forEach(line -> {
            Set<String> states = states(line.require("State"));
            if (!states.contains("FUTURE")) {
                nodes.add(node(line, states));
            }
        });
        return nodes;
    }

    private static ClusterNode node(Line line, Set<String> states) {
        String name = line.require("NodeName");
        if (!Hostlist.isName(name)) {
            throw new IllegalArgumentException("not the name of a node: " + Line.cut(name));
        }
        return new ClusterNode(
                name,
                line.list("Partitions"),
                new HashSet<>(line.list("AvailableFeatures")),
                line.count("CPUTot"),
                line.number("RealMemory"),
                // Which sockets a device hangs on changes nothing for whoever books it.
                line.text("Gres").replaceAll("\\([^)]*\\)", ""),
                condition(states),
                // Who said it when is in seconds since the epoch.
                line.text("Reason").replaceFirst(" *\\[[^\\[\\]]*@[0-9]+\\].*$", ""),
                small(line, "ThreadsPerCore"),
                small(line, "Sockets"));
    }

    private static int small(Line line, String field) {
        return line.text(field).matches("[1-9][0-9]?") ? line.count(field) : 1;
    }

    /** The parts of a state such as {@code MIXED+DRAIN} or {@code IDLE*}. */
    private static Set<String> states(String text) {
        Set<String> states =
                new HashSet<>(Arrays.asList(text.replaceAll("[^A-Z_+]", "").split("\\+", -1)));
        if (text.endsWith("*")) {
            states.add("NOT_RESPONDING");
        }
        return states;
    }

    /**
     * A node that has not answered a ping is not down: Slurm waits for SlurmdTimeout (300 s by default) before it says so, and lets
     * its jobs run on.
     */
    private static Condition condition(Set<String> states) {
        if (states.contains("DRAIN")) {
            return states.stream().anyMatch(BUSY::contains) ? Condition.DRAINING : Condition.DRAINED;
        }
        if (states.stream().anyMatch(BROKEN::contains)) {
            return Condition.DOWN;
        }
        // A node that is switched off until somebody needs it does not answer either.
        boolean asleep = states.stream().anyMatch(state -> state.startsWith("POWER"));
        return !asleep && states.stream().anyMatch(UNSURE::contains) ? Condition.SILENT : Condition.UP;
    }

    /** Reservations from the output of {@code scontrol -o show reservation}. */
    public static List<Kept> reservations(String text) {
        return reservations(text, Set.of());
    }

    /**
     * The same with the licences of some names.
     *
     * @param licences the names
     */
    static List<Kept> reservations(String text, Set<String> licences) {
        if (text.strip().equals(NO_RESERVATIONS)) {
            return List.of();
        }
        return text.lines()
                .filter(line -> !line.isBlank())
                .map(Line::of)
                .map(line -> reservation(line, licences))
                .toList();
    }

    private static Kept reservation(Line line, Set<String> licences) {
        String nodes = line.text("Nodes");
        long start = SlurmTimes.read(line.require("StartTime"));
        long end = SlurmTimes.read(line.require("EndTime"));
        if (start >= Window.FOREVER) {
            throw new IllegalArgumentException("a reservation without a start: " + line.require("ReservationName"));
        }
        return new Kept(
                line.require("ReservationName"),
                nodes.isEmpty() ? new TreeSet<>() : Hostlist.expand(nodes),
                // One that was ended before it began is over at once.
                new Window(start, Math.max(end, start + 1000)),
                new HashSet<>(line.list("Users")),
                line.list("Flags").contains("MAGNETIC"),
                parts(line),
                PrintedLicences.counts(line.text("Licenses"), licences));
    }

    /** Parts that a reservation has of each of its nodes; empty for whole nodes, of which no cores are named. */
    private static SortedMap<String, Long> parts(Line line) {
        SortedMap<String, Long> parts = new TreeMap<>();
        if (line.text("CoreIDs").isEmpty()) {
            return parts;
        }
        long nodes = Math.max(1, line.number("NodeCnt"));
        for (String each : line.list("TRES")) {
            String[] pair = each.split("=", 2);
            if (pair.length == 2
                    && pair[1].matches("[0-9]{1,12}")
                    && PARTS.matcher(pair[0]).matches()) {
                long amount = Long.parseLong(pair[1]);
                // What is not the same on each node is nothing that was asked for.
                parts.put(amount % nodes == 0 ? pair[0] : pair[0] + " unevenly", amount / nodes);
            }
        }
        // The sum of all types stands beside them.
        if (parts.keySet().stream().anyMatch(kind -> kind.startsWith(CARDS + ":"))) {
            parts.remove(CARDS);
        }
        return parts;
    }

    /** Parts of nodes that can be reserved, by the output of {@code scontrol show config}. */
    public static PartsHeld held(String text) {
        Map<String, String> settings = new HashMap<>();
        text.lines()
                .map(each -> each.split("=", 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> settings.put(pair[0].strip(), pair[1].strip()));
        String version = settings.getOrDefault("SLURM_VERSION", "");
        Matcher number = VERSION.matcher(version);
        if (!number.lookingAt()) {
            return PartsHeld.none("Slurm does not say which version it is");
        }
        int release = 100 * Integer.parseInt(number.group(1)) + Integer.parseInt(number.group(2));
        if (release < FIRST_WITH_PARTS) {
            return PartsHeld.none(
                    "Slurm %s reserves no cards and changes what it is asked for; 24.11 and later reserve parts of nodes"
                            .formatted(version));
        }
        if (!settings.getOrDefault("AccountingStorageType", "").endsWith("slurmdbd")) {
            return new PartsHeld(Set.of(), false, "", "Slurm reserves no cards without accounting (slurmdbd)");
        }
        return new PartsHeld(
                Arrays.stream(settings.getOrDefault("AccountingStorageTRES", "").split(",", -1))
                        .map(String::strip)
                        .filter(kind -> kind.startsWith("gres/"))
                        .collect(Collectors.toSet()),
                release >= FIRST_WITH_TYPES,
                "",
                "");
    }

    /** Jobs from the output of {@code squeue} with {@link #JOB_FORMAT}: those on nodes, and those that wait for a reservation. */
    public static List<ClusterJob> jobs(String text) {
        return jobs(text, Set.of());
    }

    /**
     * The same, with {@link #JOB_FORMAT_WITH_LICENCES} where licences are named.
     *
     * @param licences the names
     */
    static List<ClusterJob> jobs(String text, Set<String> licences) {
        int fields = licences.isEmpty() ? 6 : 7;
        List<ClusterJob> jobs = new ArrayList<>();
        text.lines().filter(line -> !line.isBlank()).forEach(line -> {
            String[] parts = line.split("\\|", licences.isEmpty() ? -1 : fields);
            if (parts.length != fields) {
                throw new IllegalArgumentException("not a job: " + Line.cut(line));
            }
            Optional<String> reservation =
                    Optional.of(parts[3]).filter(name -> !name.isEmpty() && !name.equals("(null)"));
            boolean waits = parts[1].equals("PENDING");
            if (!waits || reservation.isPresent()) {
                jobs.add(new ClusterJob(
                        parts[0],
                        parts[2],
                        waits || parts[5].isEmpty() ? new TreeSet<>() : Hostlist.expand(parts[5]),
                        waits ? Window.FOREVER : SlurmTimes.read(parts[4]),
                        reservation,
                        licences.isEmpty()
                                ? Collections.emptySortedMap()
                                : PrintedLicences.counts(parts[6], licences)));
            }
        });
        return jobs;
    }
}
