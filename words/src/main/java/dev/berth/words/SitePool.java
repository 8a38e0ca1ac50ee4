package dev.berth.words;

import java.util.Set;

/**
 * Pool of a site as far as reading plain words requires it.
 *
 * @param hosts the names of the hosts that its servers are on, as far as that is known
 */
public record SitePool(String name, int servers, Unit unit, Set<String> hosts) {
    public SitePool {
        hosts = Set.copyOf(hosts);
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
