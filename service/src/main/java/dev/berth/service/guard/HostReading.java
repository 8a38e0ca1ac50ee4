package dev.berth.service.guard;

import java.util.List;
import java.util.Set;

/**
 * Who uses what on a host at a moment, as its guard has read it. Always a complete reading: what is not in it is not used.
 *
 * @param devices those that were looked at; of others nothing is known
 * @param cores whether the load of the processors was measured
 */
public record HostReading(String host, Set<String> devices, boolean cores, List<Use> uses) {
    /**
     * A process that computes.
     *
     * @param devices one of these, such as the parts of a card; empty if it uses the processors
     * @param user the Unix user whose it is
     */
    public record Use(Set<String> devices, String user, long pid, String process) {}
}
