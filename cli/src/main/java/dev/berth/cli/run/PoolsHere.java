package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.fence.HostLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a command may run that is started on this machine: on servers of this machine, if the pools of the site say where they
 * are. Servers elsewhere would be reserved for nothing.
 */
public final class PoolsHere {
    private PoolsHere() {}

    /**
     * Name of this machine at the site; empty if no pool names its hosts.
     *
     * @param pool the pool that was asked for; null for any
     * @throws BadInput if this machine has no servers that could be meant
     */
    static Optional<String> host(ServiceClient service, ThisHost here, @Nullable String pool) {
        Set<String> known = new TreeSet<>();
        for (JsonNode each : service.send("GET", "/pools").expected().path("pools")) {
            if (pool == null || each.path("name").asText().equals(pool)) {
                known.addAll(hosts(each));
            }
        }
        Optional<String> found = known.stream().filter(here::isCalled).findFirst();
        if (found.isEmpty() && !known.isEmpty()) {
            throw new BadInput("%s on this machine, %s; there are servers on %s. Run the command there%s"
                    .formatted(
                            pool == null ? "The site has no servers" : "Pool " + pool + " has no servers",
                            here.name(),
                            String.join(", ", known),
                            pool == null ? "" : ", or leave --pool out"));
        }
        return found;
    }

    /** The pool of a cluster; nothing if all pools are there, or none says where it is. */
    static Optional<String> pool(ServiceClient service, Set<String> nodes) {
        return only(all(service, nodes), "in this Slurm");
    }

    private static Optional<String> only(List<String> near, String where) {
        if (near.size() > 1) {
            throw new BadInput("Pools %s are %s; name one with --pool".formatted(String.join(", ", near), where));
        }
        return near.stream().findFirst();
    }

    /** Pools that have these nodes of a cluster; empty if it would be every pool, or if no pool names its hosts. */
    public static List<String> all(ServiceClient service, Set<String> nodes) {
        List<String> near = new ArrayList<>();
        int pools = 0;
        boolean isSaid = false;
        for (JsonNode pool : service.send("GET", "/pools").expected().path("pools")) {
            pools++;
            isSaid |= !pool.path("serverList").isEmpty();
            if (isOf(pool.path("serverList"), nodes)) {
                near.add(pool.path("name").asText());
            }
        }
        if (near.isEmpty() && isSaid) {
            throw new BadInput(
                    "No pool of the site consists of nodes of this Slurm; see berth pools, or name a pool with --pool");
        }
        return near.size() == pools ? List.of() : near;
    }

    private static boolean isOf(JsonNode servers, Set<String> nodes) {
        for (JsonNode server : servers) {
            if (!nodes.contains(server.path("name").asText())
                    && !nodes.contains(server.path("host").asText(""))) {
                return false;
            }
        }
        return !servers.isEmpty();
    }

    /** All pools of this machine; none if no pool says where it is. */
    public static List<String> all(ServiceClient service, ThisHost here) {
        List<String> near = new ArrayList<>();
        Set<String> far = new TreeSet<>();
        for (JsonNode pool : service.send("GET", "/pools").expected().path("pools")) {
            Set<String> hosts = hosts(pool);
            if (hosts.size() == 1 && here.isCalled(hosts.iterator().next())) {
                near.add(pool.path("name").asText());
            }
            far.addAll(hosts);
        }
        if (near.isEmpty() && !far.isEmpty()) {
            throw new BadInput(
                    "No pool of the site is on this machine, %s; there are pools on %s. Run the command there, or name a pool with --pool"
                            .formatted(here.name(), String.join(", ", far)));
        }
        return near;
    }

    /** Limits of a command that has a whole server of a pool; none if its servers have no parts. */
    static HostLimits limits(JsonNode pool) {
        Map<String, Long> all = new HashMap<>();
        pool.path("parts")
                .forEach(part ->
                        all.put(part.path("name").asText(), part.path("count").asLong()));
        return HostLimits.ofParts(all);
    }

    /** The machines that the servers of a pool are in: those of the servers or, where they have no names, that of the pool. */
    static Set<String> hosts(JsonNode pool) {
        Set<String> hosts = new TreeSet<>();
        for (JsonNode server : pool.path("serverList")) {
            hosts.add(server.path("host").asText(""));
        }
        if (hosts.isEmpty()) {
            hosts.add(pool.path("attributes").path(ThisHost.ATTRIBUTE).asText(""));
        }
        hosts.remove("");
        return hosts;
    }
}
