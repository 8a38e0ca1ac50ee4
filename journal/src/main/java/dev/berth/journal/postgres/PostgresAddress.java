package dev.berth.journal.postgres;

import dev.berth.journal.JournalUnavailable;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * Where a journal is, such as {@code postgresql://berth@db.example.org/berth?sslmode=verify-full&site=lab}. It never holds
 * a password: the address is in the list of processes and in messages. Of several servers, parted by commas, the one that
 * can be written to is used: when a standby of the database is promoted, it is found.
 *
 * @param servers hosts with their ports, such as {@code db.example.org:5432}
 * @param site which of the sites in the database
 * @param options of the connection, such as {@code sslmode}
 */
public record PostgresAddress(
        List<String> servers,
        String database,
        Optional<String> user,
        String site,
        Optional<Path> passwordFile,
        Map<String, String> options) {
    private static final int USUAL_PORT = 5432;
    private static final String USUAL_SITE = "main";
    private static final Set<String> OPTIONS = Set.of("sslmode", "sslrootcert", "sslcert", "sslkey");
    private static final String KNOWN = "passwordFile, site, sslcert, sslkey, sslmode, sslrootcert";

    public PostgresAddress {
        servers = List.copyOf(servers);
        options = Map.copyOf(options);
    }

    /**
     * Reads an address as people write it.
     *
     * @throws IllegalArgumentException if it cannot be read, or has a password
     */
    public static PostgresAddress of(String text) {
        URI address = uri(text);
        String path = address.getPath();
        String authority = Objects.requireNonNullElse(address.getAuthority(), "");
        int at = authority.lastIndexOf('@');
        List<String> servers = servers(authority.substring(at + 1));
        if (!"postgresql".equals(address.getScheme())
                || servers.isEmpty()
                || path == null
                || path.length() < 2
                || path.indexOf('/', 1) > 0) {
            throw new IllegalArgumentException(
                    "The address of a PostgreSQL journal must be like postgresql://berth@db.example.org/berth");
        }
        String user = at < 0 ? null : authority.substring(0, at);
        if (user != null && user.indexOf(':') >= 0) {
            throw new IllegalArgumentException("The address of the journal on " + String.join(",", servers)
                    + " has a password, which every user of this machine could see; put it into ~/.pgpass,"
                    + " PGPASSFILE or a file named by ?passwordFile=FILE");
        }
        Map<String, String> options = new TreeMap<>();
        String site = USUAL_SITE;
        Optional<Path> passwordFile = Optional.empty();
        for (Map.Entry<String, String> each : parameters(address.getRawQuery()).entrySet()) {
            switch (each.getKey()) {
                case "site" -> site = each.getValue();
                case "passwordFile" -> passwordFile = Optional.of(Path.of(each.getValue()));
                default -> options.put(known(each.getKey()), each.getValue());
            }
        }
        return new PostgresAddress(servers, path.substring(1), Optional.ofNullable(user), site, passwordFile, options);
    }

    /** Each with its port; none if one of them cannot be read. */
    private static List<String> servers(String text) {
        List<String> servers = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            URI server = uri("postgresql://" + each);
            if (server.getHost() == null) {
                return List.of();
            }
            servers.add(server.getHost() + ":" + (server.getPort() < 0 ? USUAL_PORT : server.getPort()));
        }
        return servers;
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            // Without its text and its cause: both could show a password.
            throw new IllegalArgumentException("The address of the journal is not a valid URL at character "
                    + (e.getIndex() + 1) + "; it must be like postgresql://berth@db.example.org/berth");
        }
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> found = new TreeMap<>();
        if (query == null) {
            return found;
        }
        for (String each : query.split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException(
                        "The parameters of a journal's address must be NAME=VALUE; known names: " + KNOWN);
            }
            found.put(each.substring(0, equals), URLDecoder.decode(each.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return found;
    }

    private static String known(String name) {
        if (!OPTIONS.contains(name)) {
            throw new IllegalArgumentException(
                    "Unknown parameter \"" + name + "\" in the address of the journal; known names: " + KNOWN);
        }
        return name;
    }

    /** Another site in the same database. */
    public PostgresAddress withSite(String other) {
        return new PostgresAddress(servers, database, user, other, passwordFile, options);
    }

    /** Whether it says nothing about which site it is. */
    public boolean isUsualSite() {
        return site.equals(USUAL_SITE);
    }

    /** Name by which the operator knows the journal: without user and password. */
    public String name() {
        return "postgresql://" + String.join(",", servers) + "/" + database + (isUsualSite() ? "" : "?site=" + site);
    }

    /**
     * A connection that answers within a time or breaks, and whose commits are durable.
     *
     * @param patience how long an answer may take
     */
    Connection connect(Duration patience) throws SQLException {
        Properties properties = new Properties();
        properties.putAll(options);
        user.ifPresent(name -> properties.setProperty("user", name));
        passwordFile.ifPresent(file -> properties.setProperty("password", password(file)));
        String seconds = Long.toString(Math.max(1, patience.toSeconds()));
        properties.setProperty("connectTimeout", seconds);
        properties.setProperty("loginTimeout", seconds);
        properties.setProperty("socketTimeout", seconds);
        properties.setProperty("tcpKeepAlive", "true");
        if (servers.size() > 1) {
            properties.setProperty("targetServerType", "primary");
            // What was a standby a moment ago may be the primary now.
            properties.setProperty("hostRecheckSeconds", "0");
        }
        properties.setProperty("ApplicationName", "berth");
        Connection connection = DriverManager.getConnection(
                "jdbc:postgresql://" + String.join(",", servers) + "/" + database, properties);
        try {
            makeDurable(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static String password(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new JournalUnavailable("cannot read the password file " + file + ": " + e, e);
        }
    }

    private void makeDurable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (setting(statement, "fsync").equals("off")) {
                throw new JournalUnavailable(
                        name() + " runs with fsync=off and loses entries when its machine fails; set fsync=on", null);
            }
            // remote_apply promises even more.
            if (!setting(statement, "synchronous_commit").equals("remote_apply")) {
                statement.execute("SET synchronous_commit = on");
            }
        }
    }

    private static String setting(Statement statement, String name) throws SQLException {
        try (ResultSet found = statement.executeQuery("SHOW " + name)) {
            found.next();
            return found.getString(1);
        }
    }
}
