package dev.berth.service.hosts;

import dev.berth.engine.model.Pool;
import dev.berth.site.View;
import dev.berth.wire.NamedServer;
import dev.berth.wire.Times;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Naming of a pool's servers: the changes that a list of named servers requires. A server is recognised by its name alone, never
 * by its place in the list. A new name goes to the first number without one; if all have names, the pool needs another server.
 *
 * @param moved servers that have their names already, and are in another place now
 * @param added servers that have a new name
 * @param more how many servers the pool lacks for the new names
 * @param missing servers that are in use and whose names are not in the list
 */
public record ServerNaming(
        List<ServerMachine> moved, List<ServerMachine> added, int more, List<ServerMachine> missing) {
    public static ServerNaming of(View view, Pool pool, List<NamedServer> wanted) {
        List<ServerMachine> known = ServerNames.of(view).machines(pool.id());
        Map<String, ServerMachine> byName = new HashMap<>();
        Set<Integer> taken = new HashSet<>();
        known.forEach(each -> {
            byName.put(each.name(), each);
            taken.add(each.number());
        });
        List<ServerMachine> moved = new ArrayList<>();
        List<ServerMachine> added = new ArrayList<>();
        int next = 0;
        for (NamedServer server : wanted) {
            ServerMachine machine = byName.remove(server.name());
            if (machine == null) {
                while (!taken.add(next)) {
                    next++;
                }
                added.add(ServerMachine.of(next, server));
            } else if (!machine.is(server)) {
                moved.add(ServerMachine.of(machine.number(), server));
            }
        }
        int last = added.stream().mapToInt(ServerMachine::number).max().orElse(-1);
        return new ServerNaming(moved, added, Math.max(0, last + 1 - pool.servers()), inUse(view, pool, known, byName));
    }

    /** Without those that are out of service for good. */
    private static List<ServerMachine> inUse(
            View view, Pool pool, List<ServerMachine> known, Map<String, ServerMachine> unlisted) {
        Set<Integer> gone = new HashSet<>();
        view.outages(pool.id()).stream()
                .filter(outage -> Times.isEndless(outage.window().end()))
                .forEach(outage -> gone.add(outage.server()));
        return known.stream()
                .filter(each -> unlisted.containsKey(each.name()) && !gone.contains(each.number()))
                .toList();
    }

    /** The names that are new, for people. */
    public String newNames() {
        return names(added);
    }

    public static String names(List<ServerMachine> machines) {
        return String.join(", ", machines.stream().map(ServerMachine::name).toList());
    }
}
