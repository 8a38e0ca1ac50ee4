package dev.berth.server.tables;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.service.report.UsedAmounts;
import dev.berth.site.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Reads and writes the rows of one site, within a transaction of its caller. */
final class Rows {
    /** The end of the year 9999; later times are "infinity", because programs that read them know no later ones. */
    private static final long LATEST = 253_402_300_800_000L;

    private final Connection connection;
    private final long site;

    Rows(Connection connection, long site) {
        this.connection = connection;
        this.site = site;
    }

    /** Sets the values of one row, after the number of the site. */
    private interface Values<T> {
        void set(PreparedStatement statement, T row) throws SQLException;
    }

    private <T> void each(String sql, Collection<T> rows, Values<T> values) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (T row : rows) {
                statement.setLong(1, site);
                values.set(statement, row);
                statement.addBatch();
            }
            int[] unused = statement.executeBatch();
        }
    }

    void write(TableChanges changes) throws SQLException {
        each(
                "INSERT INTO berth_report.reservation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (site, id) DO UPDATE SET (user_name, project, job, pool, servers, state, ready_at,"
                        + " deadline_at, starts_at, ends_at, made_at, held_until, closed_at, price, fees, share) = (excluded.user_name,"
                        + " excluded.project, excluded.job, excluded.pool, excluded.servers, excluded.state,"
                        + " excluded.ready_at, excluded.deadline_at, excluded.starts_at, excluded.ends_at,"
                        + " excluded.made_at, excluded.held_until, excluded.closed_at, excluded.price, excluded.fees, excluded.share)",
                changes.reservations.values(),
                Rows::set);
        each(
                "INSERT INTO berth_report.account VALUES (?, ?, ?)"
                        + " ON CONFLICT (site, name) DO UPDATE SET project = excluded.project",
                changes.projects.entrySet(),
                (statement, row) -> {
                    statement.setString(2, text(row.getKey()));
                    statement.setString(3, text(row.getValue()));
                });
        each(
                "INSERT INTO berth_report.pool VALUES (?, ?, ?) ON CONFLICT (site, name) DO UPDATE SET parts = excluded.parts",
                changes.pools.values(),
                (statement, row) -> {
                    statement.setString(2, text(row.id().name()));
                    statement.setString(3, new String(Codec.write(Pool.class, row), StandardCharsets.UTF_8));
                });
        each("INSERT INTO berth_report.refusal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", changes.refusals, Rows::set);
        each("INSERT INTO berth_report.growth VALUES (?, ?, ?, ?, ?, ?)", changes.growths, (statement, row) -> {
            statement.setLong(2, row.entry());
            statement.setInt(3, row.place());
            statement.setString(4, text(row.pool()));
            statement.setObject(5, time(row.since()));
            statement.setInt(6, row.servers());
        });
        each(
                "INSERT INTO berth_report.hour AS h VALUES (?, ?, ?, ?, ?) ON CONFLICT (site, pool, hour)"
                        + " DO UPDATE SET booked = h.booked + excluded.booked, used = h.used + excluded.used",
                changes.hours.entrySet(),
                (statement, row) -> {
                    statement.setString(2, text(row.getKey().pool()));
                    statement.setObject(3, time(row.getKey().start()));
                    statement.setLong(4, row.getValue().booked());
                    statement.setLong(5, row.getValue().used());
                });
        each(
                "INSERT INTO berth_report.day AS d VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (site, day, user_name, project, pool) DO UPDATE SET"
                        + " booked = d.booked + excluded.booked, used = d.used + excluded.used,"
                        + " cost = d.cost + excluded.cost, refused = d.refused + excluded.refused,"
                        + " asked = d.asked + excluded.asked, broken = d.broken + excluded.broken,"
                        + " lost = d.lost + excluded.lost,"
                        + " opportunistic = d.opportunistic + excluded.opportunistic",
                changes.days.entrySet(),
                Rows::set);
    }

    private static void set(PreparedStatement statement, ReservationRow row) throws SQLException {
        statement.setLong(2, row.id());
        statement.setString(3, text(row.user()));
        statement.setString(4, text(row.project()));
        statement.setString(5, text(row.job()));
        statement.setString(6, text(row.pool()));
        statement.setInt(7, row.servers());
        statement.setString(8, row.state());
        statement.setObject(9, time(row.ready()));
        statement.setObject(10, time(row.deadline()));
        set(statement, 11, row.start());
        set(statement, 12, row.end());
        statement.setObject(13, time(row.made()));
        set(statement, 14, row.heldUntil());
        set(statement, 15, row.closed());
        statement.setBigDecimal(16, row.price());
        statement.setBigDecimal(17, row.fees());
        statement.setInt(18, row.share());
    }

    private static void set(PreparedStatement statement, int place, Optional<Long> time) throws SQLException {
        if (time.isPresent()) {
            statement.setObject(place, time(time.get()));
        } else {
            statement.setNull(place, Types.TIMESTAMP_WITH_TIMEZONE);
        }
    }

    private static void set(PreparedStatement statement, TableChanges.Refused row) throws SQLException {
        statement.setLong(2, row.entry());
        statement.setInt(3, row.place());
        statement.setObject(4, time(row.time()));
        statement.setString(5, text(row.user()));
        statement.setString(6, text(row.project()));
        statement.setString(7, text(row.reason()));
        statement.setLong(8, row.requests());
        statement.setLong(9, row.asked());
    }

    private static void set(PreparedStatement statement, Map.Entry<TableChanges.Day, UsedAmounts> row)
            throws SQLException {
        TableChanges.Day day = row.getKey();
        statement.setObject(2, LocalDate.ofEpochDay(Math.min(day.day(), LATEST / 86_400_000)));
        statement.setString(3, text(day.key().user()));
        statement.setString(4, text(day.key().project()));
        statement.setString(5, text(day.key().pool()));
        statement.setLong(6, row.getValue().booked());
        statement.setLong(7, row.getValue().used());
        statement.setLong(8, row.getValue().cost());
        statement.setLong(9, row.getValue().refused());
        statement.setLong(10, row.getValue().asked());
        statement.setLong(11, row.getValue().broken());
        statement.setLong(12, row.getValue().lost());
        statement.setLong(13, row.getValue().opportunistic());
    }

    /** Rows that are there for these reservations, and the projects of their users. */
    void load(TableChanges into, Collection<Long> ids, Collection<String> users) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT parts FROM berth_report.pool WHERE site = ?")) {
            query.setLong(1, site);
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    Pool pool = Codec.read(Pool.class, found.getString(1).getBytes(StandardCharsets.UTF_8));
                    into.pools.put(pool.id(), pool);
                }
            }
        }
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT id, user_name, project, job, pool, servers, state, ready_at, deadline_at, starts_at, ends_at,"
                        + " made_at, held_until, closed_at, price, fees, share FROM berth_report.reservation"
                        + " WHERE site = ? AND id = ANY (?)")) {
            query.setLong(1, site);
            query.setArray(2, connection.createArrayOf("int8", ids.toArray()));
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    into.reservations.put(found.getLong(1), row(found));
                }
            }
        }
        try (PreparedStatement query =
                connection.prepareStatement("SELECT a.name, a.project FROM berth_report.account a"
                        + " WHERE a.site = ? AND (a.name = ANY (?) OR a.name IN (SELECT r.user_name FROM berth_report.reservation r"
                        + " WHERE r.site = ? AND r.id = ANY (?)))")) {
            query.setLong(1, site);
            query.setArray(
                    2,
                    connection.createArrayOf(
                            "text", users.stream().map(Rows::text).toArray()));
            query.setLong(3, site);
            query.setArray(4, connection.createArrayOf("int8", ids.toArray()));
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    into.projects.put(found.getString(1), found.getString(2));
                }
            }
        }
    }

    private static ReservationRow row(ResultSet found) throws SQLException {
        return new ReservationRow(
                found.getLong(1),
                found.getString(2),
                found.getString(3),
                found.getString(4),
                found.getString(5),
                found.getInt(6),
                found.getInt(17),
                found.getString(7),
                millis(found, 8).orElseThrow(),
                millis(found, 9).orElseThrow(),
                millis(found, 10),
                millis(found, 11),
                millis(found, 12).orElseThrow(),
                millis(found, 13),
                millis(found, 14),
                found.getBigDecimal(15),
                found.getBigDecimal(16));
    }

    static OffsetDateTime time(long millis) {
        return millis >= LATEST
                ? OffsetDateTime.MAX
                : Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC);
    }

    static Optional<Long> millis(ResultSet found, int column) throws SQLException {
        OffsetDateTime time = found.getObject(column, OffsetDateTime.class);
        return time == null
                ? Optional.empty()
                : Optional.of(
                        time.equals(OffsetDateTime.MAX)
                                ? Window.FOREVER
                                : time.toInstant().toEpochMilli());
    }

    /** Text that PostgreSQL can store: without NUL. */
    private static String text(String any) {
        return any.replace('\0', '\uFFFD');
    }
}
