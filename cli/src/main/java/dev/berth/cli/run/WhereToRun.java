package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.job.PlaceOptions;
import dev.berth.cli.remote.ServiceClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The hosts on which a command may run that is started on this machine.
 *
 * @param mayLeave whether it may be another host
 * @param here name of this machine at the site; empty if it has no servers that could be meant, or no pool says where it is
 */
record WhereToRun(boolean mayLeave, Optional<String> here) {
    /**
     * Chooses among the pools of the site, and restricts the place to one of them or to a host if it must be.
     *
     * @param canLeave whether this machine can reach others
     * @throws BadInput if no host can be meant
     */
    static WhereToRun of(ServiceClient service, ThisHost machine, PlaceOptions place, boolean canLeave) {
        String host = place.host();
        if (!canLeave) {
            if (host != null && !machine.isCalled(host)) {
                throw new BadInput("--host %s: this machine is %s; run the command on %s, or leave --host out"
                        .formatted(host, machine.name(), host));
            }
            return stay(service, machine, place);
        }
        Set<String> hosts = new TreeSet<>();
        List<String> located = new ArrayList<>();
        int candidates = 0;
        for (JsonNode each : service.send("GET", "/pools").expected().path("pools")) {
            if (place.pool() == null || each.path("name").asText().equals(place.pool())) {
                candidates++;
                Set<String> known = PoolsHere.hosts(each);
                if (!known.isEmpty()) {
                    located.add(each.path("name").asText());
                    hosts.addAll(known);
                }
            }
        }
        if (located.isEmpty()) {
            return new WhereToRun(false, Optional.empty());
        }
        if (host == null && located.size() < candidates) {
            if (located.size() > 1) {
                // Where a pool does not say where it is, its servers might be elsewhere.
                return stay(service, machine, place);
            }
            place.restrictTo(located.getFirst());
        }
        Optional<String> here = hosts.stream().filter(machine::isCalled).findFirst();
        return new WhereToRun(true, host == null || machine.isCalled(host) ? here : Optional.empty());
    }

    /** Servers of another host would be reserved for nothing, unless the command itself knows how to get there. */
    private static WhereToRun stay(ServiceClient service, ThisHost machine, PlaceOptions place) {
        Optional<String> known = PoolsHere.host(service, machine, place.pool());
        if (!place.isSpread()) {
            known.ifPresent(place::restrictToHost);
        }
        return new WhereToRun(false, known);
    }
}
