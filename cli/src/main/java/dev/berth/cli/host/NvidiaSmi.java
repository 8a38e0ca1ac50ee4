package dev.berth.cli.host;

import dev.berth.cli.console.Failed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * NVIDIA's cards, as {@code nvidia-smi} reports them. Output that cannot be read completely is an error and never an empty list:
 * to take a card for unused because the driver hangs would be dangerous.
 */
public final class NvidiaSmi {
    /** Without a persistent driver it takes seconds for each card. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String CARDS = "index,uuid,name,memory.total,mig.mode.current";
    /** Columns of processes. The name is left out: a user chooses it, and the driver prints it with its line breaks. */
    private static final String PROCESSES = "gpu_uuid,pid,used_memory";

    private static final String LOADS = "uuid,pci.bus_id,utilization.gpu,memory.used";

    private static final String NO_DEVICES = "No devices were found";

    private static final Pattern DEVICE = Pattern.compile("(GPU|MIG)-[0-9A-Za-z/-]{3,90}");
    private static final Pattern PROCESS_LINE =
            Pattern.compile("(?<device>" + DEVICE.pattern() + ")\\s*,\\s*(?<pid>\\d{1,9})\\s*,\\s*"
                    // In brackets is why it is not known, such as N/A.
                    + "(?:(?<memory>\\d{1,12}) MiB|\\[[^\\]]*\\])\\s*");
    private static final Pattern CARD_LINE = Pattern.compile("GPU (\\d+): .*\\(UUID: (GPU-[0-9a-zA-Z-]+)\\)");
    private static final Pattern PART_LINE =
            Pattern.compile("\\s+MIG (\\S+)\\s+Device\\s+(\\d+): \\(UUID: (MIG-[0-9a-zA-Z/-]+)\\)");

    private static final int LONGEST_SHOWN = 80;

    private final Tool tool;

    private NvidiaSmi(Tool tool) {
        this.tool = tool;
    }

    /** Empty if it is not installed. */
    public static Optional<NvidiaSmi> find(String searchPath, Duration patience) {
        return Tool.find("nvidia-smi", searchPath, patience).map(NvidiaSmi::new);
    }

    /** The cards of this machine; there may be none. */
    public List<Gpu> cards() {
        List<Gpu> cards = new ArrayList<>();
        boolean isDivided = false;
        String text = said(true, "--query-gpu=" + CARDS, "--format=csv");
        if (text.strip().startsWith(NO_DEVICES)) {
            return List.of();
        }
        for (String[] row : rows(CARDS, text)) {
            boolean isPartly = row[4].equals("Enabled");
            isDivided |= isPartly;
            cards.add(new Gpu(number(row[0]), device(row[1]), row[2], mebibytes(row[3]), isPartly, List.of()));
        }
        return isDivided ? withParts(cards) : cards;
    }

    /**
     * Processes that compute on the cards now; fails if the driver says that there are no cards, as it does while it is
     * reset. A line that cannot be read does not hide the others.
     */
    public Computing computing() {
        List<GpuProcess> processes = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        for (String line : lines(PROCESSES, said(false, "--query-compute-apps=" + PROCESSES, "--format=csv"))) {
            Matcher process = PROCESS_LINE.matcher(line);
            if (process.matches()) {
                String memory = process.group("memory");
                processes.add(new GpuProcess(
                        process.group("device"),
                        Long.parseLong(process.group("pid")),
                        memory == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(memory))));
            } else {
                unreadable.add(line);
            }
        }
        return new Computing(List.copyOf(processes), List.copyOf(unreadable));
    }

    /**
     * Processes that compute on the cards.
     *
     * @param unreadable lines about a process that could not be read and is not in the list
     */
    public record Computing(List<GpuProcess> processes, List<String> unreadable) {
        /** Nobody. */
        public static final Computing NONE = new Computing(List.of(), List.of());

        /** The devices on which somebody computes of whom nothing else can be read; empty if a line does not say which. */
        public Optional<Set<String>> unclear() {
            Set<String> devices = new HashSet<>();
            for (String line : unreadable) {
                Matcher device = DEVICE.matcher(line);
                if (!device.lookingAt()) {
                    return Optional.empty();
                }
                devices.add(device.group());
            }
            return Optional.of(devices);
        }
    }

    /**
     * Load of the cards now, by UUID. The driver tells it of the latest second or less, and the average of its samples of the latest 14
     * seconds or so: the greater counts, of whichever engine is busiest. Of a divided card it tells none, so that it is missing. A card
     * of which nothing can be read is missing as well, and so are all if the driver does not answer: not known is not idle.
     */
    public Map<String, CardLoad> loads() {
        Map<String, CardLoad> loads = new HashMap<>();
        try {
            Map<String, Integer> sampled = CardSamples.averages(said(false, "-q", "-d", "UTILIZATION"));
            for (String line : lines(LOADS, said(false, "--query-gpu=" + LOADS, "--format=csv"))) {
                String[] row = line.split(",\\s*", -1);
                if (row.length == 4 && row[2].matches("\\d{1,3} %")) {
                    int now = Integer.parseInt(row[2].substring(0, row[2].length() - 2));
                    int busy = Math.min(100, Math.max(now, sampled.getOrDefault(row[1], 0)));
                    loads.put(device(row[0]), new CardLoad(busy, mebibytes(row[3])));
                }
            }
            return loads;
        } catch (Failed e) {
            return Map.of();
        }
    }

    /**
     * Load of a card.
     *
     * @param busy percent of the latest time for which one of its engines was at work
     * @param mebibytes of its memory that are taken
     */
    public record CardLoad(int busy, long mebibytes) {}

    private List<Gpu> withParts(List<Gpu> cards) {
        Map<String, List<Gpu.Part>> parts = new HashMap<>();
        String card = "";
        for (String line : said(true, "-L").lines().toList()) {
            Matcher whole = CARD_LINE.matcher(line);
            Matcher part = PART_LINE.matcher(line);
            if (whole.matches()) {
                card = whole.group(2);
            } else if (part.matches() && !card.isEmpty()) {
                parts.computeIfAbsent(card, any -> new ArrayList<>())
                        .add(new Gpu.Part(Integer.parseInt(part.group(2)), part.group(1), part.group(3)));
            } else if (!line.isBlank()) {
                throw garbage(line, "a card or a MIG device");
            }
        }
        return cards.stream()
                .map(each -> new Gpu(
                        each.index(),
                        each.uuid(),
                        each.name(),
                        each.mebibytes(),
                        each.isDivided(),
                        each.isDivided() ? parts.getOrDefault(each.uuid(), List.of()) : List.of()))
                .toList();
    }

    /** The lines of a table, without its head. */
    private static List<String> lines(String columns, String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        if (lines.isEmpty() || !isHead(lines.getFirst(), columns)) {
            throw garbage(lines.isEmpty() ? "" : lines.getFirst(), "the columns " + columns);
        }
        return lines.subList(1, lines.size());
    }

    /** The rows of a table, without its head; the last column may contain commas. */
    private static List<String[]> rows(String columns, String text) {
        int width = columns.split(",", -1).length;
        List<String[]> rows = new ArrayList<>();
        for (String line : lines(columns, text)) {
            String[] row = line.split(",\\s*", width);
            if (row.length != width) {
                throw garbage(line, width + " columns");
            }
            rows.add(row);
        }
        return rows;
    }

    /** Drivers add units to the names of columns; the first column tells whether it is a table at all. */
    private static boolean isHead(String line, String columns) {
        return line.startsWith(columns.split(",", 2)[0] + ",")
                && line.split(",", -1).length == columns.split(",", -1).length;
    }

    private String said(boolean mayHaveNone, String... arguments) {
        Tool.Said said = tool.ask(arguments);
        boolean isNone = mayHaveNone && said.text().contains(NO_DEVICES);
        if (said.code() != 0 && !isNone) {
            throw new Failed("nvidia-smi failed with exit code %d: %s".formatted(said.code(), said.firstLine()));
        }
        return said.text();
    }

    private static String device(String text) {
        if (!DEVICE.matcher(text).matches()) {
            throw garbage(text, "the UUID of a device");
        }
        return text;
    }

    private static int number(String text) {
        if (!text.matches("\\d{1,9}")) {
            throw garbage(text, "a number");
        }
        return Integer.parseInt(text);
    }

    /** Cards that share the memory of their host do not say how much they have. */
    private static long mebibytes(String text) {
        return text.matches("\\d{1,12} MiB") ? Long.parseLong(text.substring(0, text.length() - 4)) : 0;
    }

    private static Failed garbage(String text, String expected) {
        return new Failed("Cannot read the output of nvidia-smi: \"%s\" is not %s".formatted(shown(text), expected));
    }

    /** A line of its output as it can be shown anywhere: part of it may have been chosen by somebody. */
    public static String shown(String line) {
        String clean = line.replaceAll("[^\\x20-\\x7E]", "?").strip();
        return clean.length() > LONGEST_SHOWN ? clean.substring(0, LONGEST_SHOWN) + "..." : clean;
    }
}
