package dev.berth.cli.host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Equal servers of this machine, as a pool of a site.
 *
 * @param rate as a decimal: the speed of a part of a card compared with the largest one of its kind here
 */
public record FoundPool(
        String name, String unit, String rate, Map<String, String> attributes, List<FoundServer> servers) {
    private static final int SLICES = 7;
    /** Texts that YAML reads as a string even without quotes. */
    private static final Pattern PLAIN =
            Pattern.compile("(?!(?i:y|n|yes|no|on|off|true|false|null)$)[A-Za-z][A-Za-z0-9._/-]*");

    /**
     * One server.
     *
     * @param device empty if it is the machine's own core or socket
     */
    public record FoundServer(String name, String host, String device) {}

    /** Cards of the same kind and memory are a pool, and so are their parts of the same size. */
    public static List<FoundPool> ofCards(List<Gpu> cards, String host) {
        Map<String, Integer> largest = new TreeMap<>();
        for (Gpu card : cards) {
            int slices = card.isDivided()
                    ? card.parts().stream().mapToInt(Gpu.Part::slices).max().orElse(0)
                    : SLICES;
            largest.merge(card.kind(), slices, Math::max);
        }
        Map<String, FoundPool> pools = new LinkedHashMap<>();
        for (Gpu card : cards) {
            String name = "gpu" + card.index();
            if (!card.isDivided()) {
                add(pools, card.kind(), "1", card.kind(), card.memory(), new FoundServer(name, host, card.uuid()));
            }
            for (Gpu.Part part : card.parts()) {
                add(
                        pools,
                        card.kind() + "-" + part.profile(),
                        share(part.slices(), largest.getOrDefault(card.kind(), SLICES)),
                        card.kind(),
                        part.profile(),
                        new FoundServer(name + "-" + part.index(), host, part.uuid()));
            }
        }
        return List.copyOf(pools.values());
    }

    /** A pool for each kind and memory: the second of a kind has its memory in its name. */
    private static void add(
            Map<String, FoundPool> pools, String name, String rate, String kind, String memory, FoundServer server) {
        Map<String, String> attributes = new LinkedHashMap<>(Map.of("gpu", kind));
        if (!memory.isEmpty()) {
            attributes.put("memory", memory);
        }
        FoundPool first = pools.get(name);
        String own = first == null || first.attributes().equals(attributes) ? name : name + "-" + memory;
        pools.computeIfAbsent(own, any -> new FoundPool(own, "gpu", rate, attributes, new ArrayList<>()))
                .servers()
                .add(server);
    }

    private static String share(int slices, int of) {
        return slices >= of ? "1" : "%.2f".formatted(Math.max(0.01, slices / (double) of));
    }

    /** The cores of this machine as one pool, or its sockets. */
    public static FoundPool ofProcessors(Processors processors, boolean bySocket, String host) {
        String unit = bySocket ? "socket" : "core";
        List<FoundServer> servers = new ArrayList<>();
        for (int i = 0; i < (bySocket ? processors.sockets() : processors.cores()); i++) {
            servers.add(new FoundServer(unit + i, host, ""));
        }
        return new FoundPool(unit + "s", unit, "1", Map.of("memory", processors.gibibytes() + "GiB"), servers);
    }

    public FoundPool named(String other) {
        return new FoundPool(other, unit, rate, attributes, servers);
    }

    /** The pool as it is written in {@code site.yaml}, below {@code pools:}. */
    public String yaml() {
        StringBuilder text = new StringBuilder("""
                  - name: %s
                    unit: %s
                    rate: %s
                    attributes: %s
                    servers:
                """.formatted(quoted(name), unit, rate, flow(attributes)));
        for (FoundServer server : servers) {
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("name", server.name());
            fields.put("host", server.host());
            if (!server.device().isEmpty()) {
                fields.put("device", server.device());
            }
            text.append("      - ").append(flow(fields)).append('\n');
        }
        return text.toString();
    }

    private static String flow(Map<String, String> fields) {
        List<String> parts = new ArrayList<>();
        fields.forEach((name, value) -> parts.add(name + ": " + quoted(value)));
        return "{" + String.join(", ", parts) + "}";
    }

    static String quoted(String text) {
        return PLAIN.matcher(text).matches() ? text : '"' + text + '"';
    }
}
