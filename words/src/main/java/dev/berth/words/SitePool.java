package dev.berth.words;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Pool of a site as far as reading plain words requires it.
 *
 * @param hosts the names of the hosts that its servers are on, as far as that is known
 * @param parts the names of the parts that its servers have
 */
public record SitePool(String name, int servers, Unit unit, Set<String> hosts, Set<String> parts) {
    public SitePool {
        hosts = Set.copyOf(hosts);
        parts = Collections.unmodifiableSet(new TreeSet<>(parts));
    }

    /** One whose servers are booked as a whole. */
    public SitePool(String name, int servers, Unit unit, Set<String> hosts) {
        this(name, servers, unit, hosts, Set.of());
    }

    /** One that does not say where it is. */
    public SitePool(String name, int servers, Unit unit) {
        this(name, servers, unit, Set.of());
    }

    /** Its servers in all. */
    String whole() {
        return unit.counted(servers) + " of pool " + name;
    }
}
