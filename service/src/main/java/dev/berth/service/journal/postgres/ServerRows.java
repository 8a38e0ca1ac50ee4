package dev.berth.service.journal.postgres;

import dev.berth.service.peer.Peer;
import dev.berth.service.peer.Peers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rows that servers write about themselves, as others read them. */
final class ServerRows {
    /** A server that was not heard for so long is not counted on: several beats, and as long as a lease. */
    static final String ALIVE = "(NOT stopped AND seen > clock_timestamp() - interval '3 seconds')";

    private ServerRows() {}

    /** How the servers of a site stand. */
    static Peers.Standing standing(Connection connection, long site) throws SQLException {
        List<Peer> peers = new ArrayList<>();
        long term = 0;
        long last = 0;
        try (PreparedStatement query = connection.prepareStatement("SELECT s.term, s.last, p.name, p.address,"
                + " p.address = s.address AND s.lease > clock_timestamp(), p.drained, " + ALIVE
                + ", " + millis("p.since") + ", " + millis("p.seen") + ", p.entry, p.lag, p.build, p.format"
                + " FROM berth.site s LEFT JOIN berth.server p ON p.site = s.id WHERE s.id = ? ORDER BY p.name")) {
            query.setLong(1, site);
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    term = found.getLong(1);
                    last = found.getLong(2);
                    if (found.getString(3) != null) {
                        peers.add(peer(found));
                    }
                }
            }
        }
        return new Peers.Standing(term, last, peers);
    }

    private static String millis(String column) {
        return "(extract(epoch FROM " + column + ") * 1000)::bigint";
    }

    private static Peer peer(ResultSet found) throws SQLException {
        return new Peer(
                found.getString(3),
                found.getString(4),
                found.getBoolean(5),
                found.getBoolean(6),
                found.getBoolean(7),
                found.getLong(8),
                found.getLong(9),
                found.getLong(10),
                found.getLong(11),
                found.getString(12),
                found.getInt(13));
    }
}
