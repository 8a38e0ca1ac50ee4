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
public record Naming(List<Machine> moved, List<Machine> added, int more, List<Machine> missing) {
    public static Naming of(View view, Pool pool, List<NamedServer> wanted) {
        List<Machine> known = ServerNames.of(view).machines(pool.id());
        Map<String, Machine> byName = new HashMap<>();
        Set<Integer> taken = new HashSet<>();
        known.forEach(each -> {
            byName.put(each.name(), each);
            taken.add(each.number());
        });
        List<Machine> moved = new ArrayList<>();
        List<Machine> added = new ArrayList<>();
        int next = 0;
        for (NamedServer server : wanted) {
            Machine machine = byName.remove(server.name());
            if (machine == null) {
                while (!taken.add(next)) {
                    next++;
                }
                added.add(Machine.of(next, server));
            } else if (!machine.is(server)) {
                moved.add(Machine.of(machine.number(), server));
            }
        }
        int last = added.stream().mapToInt(Machine::number).max().orElse(-1);
        return new Naming(moved, added, Math.max(0, last + 1 - pool.servers()), inUse(view, pool, known, byName));
    }

    /** Without those that are out of service for good. */
    private static List<Machine> inUse(View view, Pool pool, List<Machine> known, Map<String, Machine> unlisted) {
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

    public static String names(List<Machine> machines) {
        return String.join(", ", machines.stream().map(Machine::name).toList());
    }
}
