package dev.berth.cli.slurm;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.slurm.ScriptLines.Said;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Demand in the {@code #SBATCH} lines of a script. Amounts are those of each node.
 *
 * @param file its name, for messages
 * @param nodes the fewest it runs on
 * @param cards 0 for none; {@code cardType} is empty if any will do
 * @param devices other generic resources, by name
 * @param cores 0 if nothing is said of them
 * @param memory in MiB; 0 if nothing is said of it
 * @param wholeNodes whether it wants nodes for itself
 * @param time how long it may take; empty if the script does not say
 * @param licences by name
 * @param begin and {@code deadline} as written; empty if not given
 * @param features of the nodes, all of which it needs
 * @param ignored options about nodes that have no meaning in a booking, with their lines
 */
public record SbatchScript(
        String file,
        int nodes,
        long cards,
        String cardType,
        SortedMap<String, Long> devices,
        long cores,
        long memory,
        boolean wholeNodes,
        Optional<Duration> time,
        SortedMap<String, Long> licences,
        String name,
        String partition,
        SortedSet<String> features,
        String begin,
        String deadline,
        List<String> ignored) {
    private static final Pattern TIME = Pattern.compile(
            "(?:(?<days>[0-9]{1,5})-(?<dayHours>[0-9]{1,3})(?::(?<dayMinutes>[0-9]{1,3}))?(?::(?<daySeconds>[0-9]{1,3}))?"
                    + "|(?<first>[0-9]{1,7})(?::(?<second>[0-9]{1,3}))?(?::(?<third>[0-9]{1,3}))?)");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,6})?)([KMGT]?)B?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern PART = Pattern.compile("[a-z][a-z0-9._-]{0,39}");
    private static final Pattern FEATURES = Pattern.compile("[A-Za-z0-9_.=+-]+(?:[&,][A-Za-z0-9_.=+-]+)*");
    private static final String CARDS = "gpu";

    private static final Set<String> IGNORED = Set.of(
            "nodelist",
            "exclude",
            "reservation",
            "tmp",
            "switches",
            "mincpus",
            "sockets-per-node",
            "cores-per-socket",
            "threads-per-core",
            "contiguous",
            "prefer");

    /** Options with which something else would be booked than the script says, with the reason. */
    private static final Map<String, String> REFUSED = Map.of(
            "array",
            "the jobs of an array are not booked one by one; book for all of them without --script, with --servers and"
                    + " --for",
            "hetjob",
            "a job of several components is not booked as one; book for each component",
            "packjob",
            "a job of several components is not booked as one; book for each component");

    public SbatchScript {
        devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices));
        licences = Collections.unmodifiableSortedMap(new TreeMap<>(licences));
        features = Collections.unmodifiableSortedSet(new TreeSet<>(features));
        ignored = List.copyOf(ignored);
    }

    /** Reads a script. */
    public static SbatchScript read(String file, String text) {
        return new Reading(ScriptLines.read(file, text)).script();
    }

    /** Whether it takes only parts of its nodes. */
    public boolean takesParts() {
        return !wholeNodes && (cards > 0 || !devices.isEmpty() || cores > 0 || memory > 0);
    }

    private static final class Reading {
        private final ScriptLines lines;
        private final Map<String, Said> last = new LinkedHashMap<>();
        private final SortedMap<String, Long> devices = new TreeMap<>();
        private long cards;
        private String cardType = "";

        Reading(ScriptLines lines) {
            this.lines = lines;
            for (Said said : lines.options()) {
                String reason = REFUSED.get(said.name());
                if (reason != null) {
                    throw lines.bad(said, reason);
                }
                last.put(said.name(), said);
            }
        }

        SbatchScript script() {
            Said askedNodes = last.get("nodes");
            int nodes = askedNodes == null ? 1 : fewestNodes(askedNodes);
            long tasks = tasksOfNode(nodes);
            cards(nodes, tasks);
            gres();
            long cores = cores(tasks);
            return new SbatchScript(
                    lines.file(),
                    nodes,
                    cards,
                    cardType,
                    devices,
                    cores,
                    memory(cores, tasks),
                    last.containsKey("exclusive") || isAllMemory(),
                    Optional.ofNullable(last.get("time")).map(this::time),
                    licences(),
                    text("job-name"),
                    text("partition").split(",", 2)[0],
                    features(),
                    text("begin"),
                    text("deadline"),
                    ignored());
        }

        private int fewestNodes(Said said) {
            String least = said.value().split("-", 2)[0];
            long nodes = least.endsWith("k") ? 0 : number(said, least);
            if (nodes < 1 || nodes > 100_000) {
                throw lines.bad(said, "\"%s\" must be a number of nodes, such as 2 or 2-4".formatted(said.value()));
            }
            return (int) nodes;
        }

        /** Without a number of tasks Slurm starts one on each node. */
        private long tasksOfNode(int nodes) {
            long onEach = amount("ntasks-per-node", 0);
            return onEach > 0 ? onEach : Math.max(1, Math.ceilDiv(amount("ntasks", nodes), nodes));
        }

        private void cards(int nodes, long tasks) {
            typed("gpus-per-node").ifPresent(said -> cards = said);
            typed("gpus").ifPresent(said -> cards = Math.ceilDiv(said, (long) nodes));
            typed("gpus-per-task").ifPresent(said -> cards = said * tasks);
        }

        /** A number of cards such as 2 or a100:2; remembers the type. */
        private Optional<Long> typed(String option) {
            Said said = last.get(option);
            if (said == null) {
                return Optional.empty();
            }
            String[] parts = said.value().split(":", 2);
            if (parts.length == 2) {
                cardType = parts[0];
            }
            return Optional.of(number(said, parts[parts.length - 1]));
        }

        private void gres() {
            Said said = last.get("gres");
            if (said == null || said.value().equals("none")) {
                return;
            }
            for (String each : said.value().split(",", -1)) {
                String[] parts = each.strip()
                        .replaceFirst("^gres[/:]", "")
                        .replaceFirst("\\(.*", "")
                        .split(":", 3);
                String count = parts[parts.length - 1];
                boolean isCounted = parts.length > 1 && NUMBER.matcher(count).matches();
                long amount = isCounted ? number(said, count) : 1;
                String type = parts.length == 3 ? parts[1] : parts.length == 2 && !isCounted ? parts[1] : "";
                if (parts[0].equals(CARDS) && (isCounted || parts.length < 3)) {
                    cards += amount;
                    cardType = type.isEmpty() ? cardType : type;
                } else if (PART.matcher(parts[0]).matches() && (isCounted || parts.length < 3)) {
                    devices.merge(
                            type.isEmpty() ? parts[0] : parts[0] + "-" + type.toLowerCase(Locale.ROOT),
                            amount,
                            Long::sum);
                } else {
                    throw lines.bad(said, "cannot read \"%s\"; try gpu:2 or gpu:a100:2".formatted(each));
                }
            }
        }

        private long cores(long tasks) {
            long ofCards = amount("cpus-per-gpu", 0) * cards;
            boolean isSaid = last.containsKey("cpus-per-task")
                    || last.containsKey("ntasks")
                    || last.containsKey("ntasks-per-node");
            return ofCards > 0 ? ofCards : isSaid ? tasks * Math.max(1, amount("cpus-per-task", 1)) : 0;
        }

        private boolean isAllMemory() {
            return text("mem").equals("0");
        }

        private long memory(long cores, long tasks) {
            Said ofNode = last.get("mem");
            Said ofCore = last.get("mem-per-cpu");
            Said ofCard = last.get("mem-per-gpu");
            if (ofNode != null) {
                return size(ofNode);
            }
            if (ofCore != null) {
                return size(ofCore) * Math.max(tasks, cores);
            }
            return ofCard == null ? 0 : size(ofCard) * Math.max(1, cards);
        }

        /** MiB, which is what a number without a unit means. */
        private long size(Said said) {
            Matcher size = SIZE.matcher(said.value().toUpperCase(Locale.ROOT));
            if (!size.matches()) {
                throw lines.bad(said, "cannot read \"%s\" as a size; try 64G or 4000M".formatted(said.value()));
            }
            BigDecimal amount = new BigDecimal(size.group(1));
            BigDecimal mebibytes = switch (size.group(2)) {
                case "K" -> amount.divide(BigDecimal.valueOf(1 << 10), 0, RoundingMode.UP);
                case "G" -> amount.multiply(BigDecimal.valueOf(1 << 10));
                case "T" -> amount.multiply(BigDecimal.valueOf(1 << 20));
                default -> amount;
            };
            return mebibytes.setScale(0, RoundingMode.UP).longValueExact();
        }

        /** Minutes, minutes:seconds, hours:minutes:seconds, days-hours and so on; a part of a second more is none. */
        private Duration time(Said said) {
            Matcher time = TIME.matcher(said.value());
            if (!time.matches()) {
                throw lines.bad(
                        said, "cannot read \"%s\" as a time limit; try 90, 4:00:00 or 1-12".formatted(said.value()));
            }
            Duration length = time.group("days") != null
                    ? Duration.ofDays(of(time, "days"))
                            .plusHours(of(time, "dayHours"))
                            .plusMinutes(of(time, "dayMinutes"))
                            .plusSeconds(of(time, "daySeconds"))
                    : time.group("third") != null
                            ? Duration.ofHours(of(time, "first"))
                                    .plusMinutes(of(time, "second"))
                                    .plusSeconds(of(time, "third"))
                            : Duration.ofMinutes(of(time, "first")).plusSeconds(of(time, "second"));
            if (!length.isPositive()) {
                throw lines.bad(said, "0 means no limit, but a booking has an end; write how long it takes at most");
            }
            return length;
        }

        private static long of(Matcher time, String group) {
            return time.group(group) == null ? 0 : Long.parseLong(time.group(group));
        }

        private SortedMap<String, Long> licences() {
            SortedMap<String, Long> licences = new TreeMap<>();
            Said said = last.get("licenses");
            if (said == null) {
                return licences;
            }
            if (said.value().contains("|")) {
                throw lines.bad(said, "a choice of licences cannot be booked; write one of them");
            }
            for (String each : said.value().split("[,;]", -1)) {
                String[] parts = each.strip().split("[:=]", 2);
                // The server that it comes from, as in matlab@flex.
                String name = parts[0].split("@", 2)[0].toLowerCase(Locale.ROOT);
                if (!PART.matcher(name).matches()) {
                    throw lines.bad(said, "cannot read \"%s\"; try matlab:1".formatted(each));
                }
                licences.merge(name, parts.length == 1 ? 1 : number(said, parts[1]), Long::sum);
            }
            return licences;
        }

        private SortedSet<String> features() {
            Said said = last.get("constraint");
            if (said == null) {
                return new TreeSet<>();
            }
            if (!FEATURES.matcher(said.value()).matches()) {
                throw lines.bad(
                        said, "\"%s\" is a choice of features; write one, or several with &".formatted(said.value()));
            }
            return new TreeSet<>(List.of(said.value().split("[&,]", -1)));
        }

        private List<String> ignored() {
            List<String> ignored = new ArrayList<>();
            last.values().stream()
                    .filter(said -> IGNORED.contains(said.name()))
                    .forEach(said -> ignored.add("--%s (line %d)".formatted(said.name(), said.line())));
            return ignored;
        }

        private String text(String option) {
            Said said = last.get(option);
            return said == null ? "" : said.value();
        }

        private long amount(String option, long usual) {
            Said said = last.get(option);
            return said == null ? usual : number(said, said.value());
        }

        private long number(Said said, String text) {
            if (!NUMBER.matcher(text).matches()) {
                BadInput fault = lines.bad(said, "\"%s\" must be a whole number".formatted(said.value()));
                throw fault;
            }
            return Long.parseLong(text);
        }
    }
}
