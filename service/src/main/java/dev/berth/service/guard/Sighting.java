package dev.berth.service.guard;

import java.util.List;

/**
 * A use without a reservation.
 *
 * @param user the Unix user
 * @param since when it was first seen
 * @param servers the names of the servers that it may use; empty for the processors of the host
 */
public record Sighting(
        String host, String user, long pid, String process, long since, String pool, List<String> servers) {
    /** The same use, whenever it is seen; a process may use several devices. */
    record Key(String user, long pid, List<String> servers) {}

    Key key() {
        return new Key(user, pid, servers);
    }

    Sighting seenSince(long time) {
        return new Sighting(host, user, pid, process, time, pool, servers);
    }
}
