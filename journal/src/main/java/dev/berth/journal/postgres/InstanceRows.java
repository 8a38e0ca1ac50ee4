package dev.berth.journal.postgres;

import dev.berth.journal.instance.Instance;
import dev.berth.journal.instance.Instances;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rows that instances write about themselves, as others read them. */
final class InstanceRows {
    /** An instance that was not heard for so long is not counted on: several beats, and as long as a lease. */
    static final String ALIVE = "(NOT stopped AND seen > clock_timestamp() - interval '3 seconds')";

    private InstanceRows() {}

    /** How the instances of a site stand. */
    static Instances.Standing standing(Connection connection, long site) throws SQLException {
        List<Instance> instances = new ArrayList<>();
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
                        instances.add(instance(found));
                    }
                }
            }
        }
        return new Instances.Standing(term, last, instances);
    }

    private static String millis(String column) {
        return "(extract(epoch FROM " + column + ") * 1000)::bigint";
    }

    private static Instance instance(ResultSet found) throws SQLException {
        return new Instance(
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
