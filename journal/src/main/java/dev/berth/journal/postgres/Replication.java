package dev.berth.journal.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** Whether a failover of the database would keep all that was acknowledged. */
final class Replication {
    private Replication() {}

    /** Warning to the operator if there are standbys and no commit waits for one of them; empty otherwise. */
    static Optional<String> danger(Connection connection, String name) throws SQLException {
        // Everybody may count standbys; who they are and how far, only some roles may know.
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT count(*) > 0"
                        + " AND current_setting('synchronous_standby_names') = '' FROM pg_stat_replication")) {
            found.next();
            return found.getBoolean(1)
                    ? Optional.of(name + " replicates asynchronously: a failover to its standby loses acknowledged"
                            + " bookings; set synchronous_standby_names")
                    : Optional.empty();
        }
    }
}
