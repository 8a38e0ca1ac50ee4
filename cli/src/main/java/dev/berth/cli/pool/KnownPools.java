package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.FoundPool;
import dev.berth.cli.text.AnswerText;
import dev.berth.wire.YamlTree;
import dev.berth.wire.json.Invalid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The pools that a site or its settings already have: where the servers of each are, by the name of the pool. */
final class KnownPools {
    private final Map<String, Set<String>> places = new HashMap<>();

    /**
     * Adds those of a file such as {@code site.yaml}; returns its list of pools, which is missing if it has none.
     *
     * @throws BadInput if the file is not YAML
     */
    JsonNode addFile(Path file) {
        try {
            JsonNode pools =
                    YamlTree.of(file.toString(), Files.readString(file)).path("pools");
            pools.forEach(pool -> add(pool, pool.path("servers")));
            return pools;
        } catch (Invalid e) {
            throw new BadInput("--config: " + e.getMessage());
        } catch (IOException e) {
            throw new Failed("--config", e);
        }
    }

    /** Adds those that a service has answered with. */
    void addSite(JsonNode pools) {
        pools.forEach(pool -> add(pool, pool.path("serverList")));
    }

    private void add(JsonNode pool, JsonNode servers) {
        Set<String> all = places.computeIfAbsent(AnswerText.text(pool, "name"), any -> new HashSet<>());
        servers.forEach(each -> all.add(
                place(AnswerText.text(each, "device"), AnswerText.text(each, "host"), AnswerText.text(each, "name"))));
    }

    /** A device is the same whatever it is called. */
    static String place(String device, String host, String name) {
        return device.isEmpty() ? host + " " + name : device;
    }

    /** Whether another pool has this name: not one with the same servers. */
    boolean isTaken(String name, List<FoundPool.FoundServer> servers) {
        Set<String> there = places.get(name);
        return there != null
                && servers.stream().anyMatch(each -> !there.contains(place(each.device(), each.host(), each.name())));
    }

    /** A name that is free for a pool with these servers: its own, else with the name of the host. */
    String free(String name, List<FoundPool.FoundServer> servers, String host) {
        String own = name;
        for (int i = 1; isTaken(own, servers); i++) {
            own = name + "-" + host + (i == 1 ? "" : "-" + i);
        }
        places.putIfAbsent(own, new HashSet<>());
        return own;
    }
}
