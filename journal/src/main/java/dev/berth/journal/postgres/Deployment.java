package dev.berth.journal.postgres;

import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.instance.Instances;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All sites in a database, and the instances that serve them, for those who may use the database itself. The accounts of one
 * site are nothing in another one, so nobody who is only signed in sees this.
 */
public final class Deployment {
    private final PostgresAddress address;

    public Deployment(PostgresAddress address) {
        this.address = address;
    }

    /** How the instances of each site stand, by the names of the sites. */
    public List<SiteStanding> standing() {
        return PostgresJournal.reading(address, connection -> {
            check(connection);
            Map<String, Long> sites = new LinkedHashMap<>();
            try (PreparedStatement query =
                            connection.prepareStatement("SELECT name, id FROM berth.site WHERE whole ORDER BY name");
                    ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    sites.put(found.getString(1), found.getLong(2));
                }
            }
            List<SiteStanding> standing = new ArrayList<>();
            for (Map.Entry<String, Long> site : sites.entrySet()) {
                standing.add(new SiteStanding(site.getKey(), InstanceRows.standing(connection, site.getValue())));
            }
            return standing;
        });
    }

    /** A site and its instances. */
    public record SiteStanding(String site, Instances.Standing instances) {}

    /**
     * Lets instances lead no more, or again: one of a site, by its name, or those of all sites on a host.
     *
     * @return the number of instances with that name or on that host
     */
    public int drain(String nameOrHost, boolean isDrained) {
        return PostgresJournal.reading(address, connection -> {
            check(connection);
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE berth.server SET drained = ? WHERE name = ? OR host = ?")) {
                update.setBoolean(1, isDrained);
                update.setString(2, nameOrHost);
                update.setString(3, nameOrHost);
                return update.executeUpdate();
            }
        });
    }

    private void check(Connection connection) throws SQLException {
        int found = Schema.version(connection);
        if (found == 0) {
            throw new JournalUnavailable(
                    "there is no site in the database of " + address.name() + "; check the address", null);
        }
        if (found != Schema.VERSION) {
            throw new JournalUnavailable(
                    address.name() + " has format " + found + ", and this version of Berth knows " + Schema.VERSION
                            + "; use the version of its instances",
                    null);
        }
    }
}
