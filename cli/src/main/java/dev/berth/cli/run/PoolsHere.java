package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.ServiceClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a command may run that is started on this machine: on servers of this machine, if the pools of the site say where they
 * are. Servers elsewhere would be reserved for nothing.
 */
public final class PoolsHere {
    private PoolsHere() {}

    /** The pool of this machine; nothing if no pool says where it is. */
    static Optional<String> pool(ServiceClient service, ThisHost here) {
        List<String> near = all(service, here);
        if (near.size() > 1) {
            throw new BadInput("Pools %s are on this machine; name one with --pool".formatted(String.join(", ", near)));
        }
        return near.stream().findFirst();
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

    /** The machines that the servers of a pool are in: those of the servers or, where they have no names, that of the pool. */
    private static Set<String> hosts(JsonNode pool) {
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
