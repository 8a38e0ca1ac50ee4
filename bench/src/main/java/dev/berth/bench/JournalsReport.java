package dev.berth.bench;

import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.server.Server;
import dev.berth.server.Standby;
import dev.berth.site.TimeSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many durable bookings a second does the service take over HTTP with a journal in SQLite and with one in PostgreSQL,
 * in turns? Clients, service and database share the machine. With PostgreSQL the tables for operators are kept as well;
 * their lag and size, and the size of the journal, are printed at the end.
 */
public final class JournalsReport {
    private static final int ROUNDS = 5;

    private JournalsReport() {}

    public static void main(String[] args) throws Exception {
        Path data = Files.createTempDirectory("berth-bench");
        BlockingQueue<Server> leading = new LinkedBlockingQueue<>();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .start();
                Standby standby = Standby.start(
                        ServiceReport.settings(),
                        data.resolve("keys"),
                        PostgresAddress.of("postgresql://postgres@localhost:" + postgres.getPort() + "/postgres"),
                        TimeSource.measured(Clock.systemUTC()),
                        "http://127.0.0.1",
                        leading::add);
                Server sqlite = Server.start(ServiceReport.settings(), data.resolve("sqlite"), Clock.systemUTC())) {
            Server shared = leading.take();
            compare(sqlite, shared);
            try (Connection connection = postgres.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                tables(statement);
            }
            if (standby.server().isEmpty()) {
                throw new IllegalStateException("the server lost its database");
            }
        }
    }

    private static void compare(Server sqlite, Server shared) throws Exception {
        AtomicLong names = new AtomicLong();
        String here = ServiceReport.token(sqlite);
        String there = ServiceReport.token(shared);
        // The first turns are for the compilers.
        for (int round = 0; round < 3; round++) {
            ServiceReport.bookings(sqlite, here, names);
            ServiceReport.bookings(shared, there, names);
        }
        for (int round = 0; round < ROUNDS; round++) {
            double first = ServiceReport.bookings(sqlite, here, names);
            double second = ServiceReport.bookings(shared, there, names);
            System.out.printf(
                    "durable bookings a second over HTTP: %.0f with SQLite, %.0f with PostgreSQL: %.2f of it%n",
                    first, second, second / first);
        }
    }

    private static void tables(Statement statement) throws Exception {
        long begin = System.nanoTime();
        long behind = number(statement, "SELECT s.last - p.entry FROM berth.site s, berth_report.position p");
        System.out.printf("the tables are %d entries behind when the load ends%n", behind);
        while (number(statement, "SELECT s.last - p.entry FROM berth.site s, berth_report.position p") > 0) {
            Thread.sleep(50);
        }
        long reservations = number(statement, "SELECT count(*) FROM berth_report.reservation");
        System.out.printf(
                "and caught up after %.1f s; %d reservations, %d bytes of entry and %d bytes of row for each%n",
                (System.nanoTime() - begin) / 1e9,
                reservations,
                number(statement, "SELECT pg_total_relation_size('berth.entry')") / reservations,
                number(statement, "SELECT pg_total_relation_size('berth_report.reservation')") / reservations);
    }

    private static long number(Statement statement, String sql) throws Exception {
        try (ResultSet found = statement.executeQuery(sql)) {
            found.next();
            return found.getLong(1);
        }
    }
}
