package dev.berth.cli.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.wire.Fields;
import dev.berth.wire.PartsJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * This machine as one host with parts: its cards or MIG devices, cores and memory.
 *
 * @param pool name of the pool of such hosts: the kind of its cards and how many it has
 * @param parts how many of each, memory in MiB
 * @param cardMemory memory of each card in MiB; 0 if it has none, or does not say
 */
public record FoundHost(
        String pool, String host, Map<String, String> attributes, Map<String, Long> parts, long cardMemory) {
    private static final String CARD = "gpu";

    /**
     * Describes a machine by its cards and processors.
     *
     * @throws BadInput if its cards cannot be numbered together
     */
    public static FoundHost of(List<Gpu> cards, Processors processors, String host) {
        Map<String, Long> parts = new LinkedHashMap<>();
        TreeSet<String> kinds = new TreeSet<>();
        long whole = 0;
        long memory = 0;
        for (Gpu card : cards) {
            kinds.add(card.kind());
            if (!card.isDivided()) {
                whole++;
                memory = memory == 0 ? card.mebibytes() : Math.min(memory, card.mebibytes());
            }
            for (Gpu.Part part : card.parts()) {
                parts.merge(MigDevices.part(part.profile()), 1L, Long::sum);
            }
        }
        if (kinds.size() > 1 || (whole > 0 && !parts.isEmpty())) {
            throw new BadInput(
                    "The GPUs of %s are of several kinds (%s%s), so that they cannot be one part of a host; take pools of whole GPUs with --separate, or describe the host in site.yaml"
                            .formatted(host, String.join(", ", kinds), parts.isEmpty() ? "" : ", some divided by MIG"));
        }
        Map<String, Long> all = new LinkedHashMap<>();
        if (whole > 0) {
            all.put(CARD, whole);
        }
        all.putAll(parts);
        all.put("cores", (long) processors.cores());
        all.put("memory", processors.gibibytes() * 1024L);
        Map<String, String> attributes = new LinkedHashMap<>();
        kinds.forEach(kind -> attributes.put(CARD, kind));
        return new FoundHost(name(kinds, whole, parts, processors), host, attributes, all, memory);
    }

    private static String name(TreeSet<String> kinds, long whole, Map<String, Long> mig, Processors processors) {
        if (kinds.isEmpty()) {
            return "cores-" + processors.cores();
        }
        return kinds.first() + (mig.isEmpty() ? "-" + whole : "-mig");
    }

    public FoundHost named(String other) {
        return new FoundHost(other, host, attributes, parts, cardMemory);
    }

    /** The machine as the only server of its pool. */
    public List<FoundPool.FoundServer> servers() {
        return List.of(new FoundPool.FoundServer(host, host, ""));
    }

    /** Whether it is one more host of this pool of a {@code site.yaml}: by its name and parts, and not listed there yet. */
    public boolean joins(JsonNode settings) {
        JsonNode servers = settings.path("servers");
        if (!settings.path("name").asText().equals(pool) || !servers.isArray()) {
            return false;
        }
        for (JsonNode each : servers) {
            if (each.path("name").asText().equals(host)) {
                return false;
            }
        }
        Map<String, Long> theirs = new LinkedHashMap<>();
        PartsJson.read(Fields.of(settings)).all().forEach(part -> theirs.put(part.name(), part.count()));
        return theirs.equals(parts);
    }

    /** The machine as it is written in {@code site.yaml}, below the servers of its pool. */
    public String server() {
        String name = FoundPool.quoted(host);
        return "      - {name: %s, host: %s}%n".formatted(name, name);
    }

    /** The pool as it is written in {@code site.yaml}, below {@code pools:}. */
    public String yaml(boolean isShared) {
        List<String> all = new ArrayList<>();
        parts.forEach((part, count) -> all.add("%s: %s".formatted(part, value(part, count, isShared))));
        return """
                  - name: %s
                    rate: 1
                    attributes: {%s}
                    parts: {%s}
                    servers:
                %s""".formatted(
                        FoundPool.quoted(pool),
                        attributes.isEmpty() ? "" : CARD + ": " + attributes.get(CARD),
                        String.join(", ", all),
                        server());
    }

    private String value(String part, long count, boolean isShared) {
        if (part.equals("memory")) {
            return count / 1024 + "g";
        }
        if (!part.equals(CARD) || cardMemory == 0) {
            return Long.toString(count);
        }
        return "{count: %d%s, memory: %dm}".formatted(count, isShared ? ", shares: 1000" : "", cardMemory);
    }
}
