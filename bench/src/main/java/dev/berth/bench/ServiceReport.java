package dev.berth.bench;

import dev.berth.api.RequestLimits;
import dev.berth.bench.peer.PostgresBooking;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.PoolJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many durable bookings a second does the service take over HTTP, beside PostgreSQL asked for the same in turns, and
 * how long do bookings, offers and lists take? 120 servers, 32 clients on loopback, service and clients in one process.
 */
public final class ServiceReport {
    private static final int CLIENTS = 32;
    private static final int SERVERS = 120;
    private static final Duration TURN = Duration.ofSeconds(6);
    private static final long HOUR = 3_600_000;

    private final Server server;
    private final String token;
    private final AtomicLong names = new AtomicLong();

    private ServiceReport(Path data) throws Exception {
        this.server = Server.start(settings(), data, Clock.systemUTC());
        this.token = token(server);
    }

    static SiteSettings settings() {
        return settings(0);
    }

    static SiteSettings settings(int port) {
        return SiteSettings.of("bench", port)
                .with(draft ->
                        draft.pools = List.of(new PoolJson.Planned(new Pool("all", SERVERS, "1"), Optional.empty())))
                .with(draft -> draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1)));
    }

    static String token(Server server) throws Exception {
        return token(server, "admin");
    }

    static String token(Server server, String account) throws Exception {
        try (HttpConnection connection = new HttpConnection(server.port(), "")) {
            String answer = connection
                    .post("/sign-in", "{\"token\":\"" + server.oneTimeToken(account) + "\"}")
                    .body();
            int at = answer.indexOf("\"token\":\"") + 9;
            return answer.substring(at, answer.indexOf('"', at));
        }
    }

    public static void main(String[] args) throws Exception {
        Path data = Files.createTempDirectory("berth-bench");
        ServiceReport report = new ServiceReport(data);
        try {
            report.besidePostgres();
            report.paced(1_000);
            report.fill(100_000);
            report.offers();
            Instant day = Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofDays(20));
            report.read("a thousand slots", "/slots?limit=1000");
            report.read("a page of reservations", "/reservations?limit=100&user=admin");
            report.read(
                    "a day of the timetable", "/timetable?from=%s&to=%s".formatted(day, day.plus(Duration.ofDays(1))));
            report.paced(1_000);
        } finally {
            // Its listener would keep the process alive.
            report.server.close();
        }
    }

    private void besidePostgres() throws Exception {
        try (PostgresBooking postgres = new PostgresBooking(SERVERS)) {
            // The first turns are for the compilers of both.
            bookings();
            postgresBookings(postgres);
            for (int round = 0; round < 3; round++) {
                double ours = bookings();
                double theirs = postgresBookings(postgres);
                System.out.printf(
                        "durable bookings a second, %d clients: %.0f over HTTP, %.0f by PostgreSQL: %.1f times%n",
                        CLIENTS, ours, theirs, ours / theirs);
            }
        }
    }

    /** A call of one client; answers whether it was granted. */
    interface Call {
        boolean call() throws Exception;
    }

    interface Client {
        Call open(SplittableRandom random) throws Exception;
    }

    static double rate(Client client) throws Exception {
        AtomicLong granted = new AtomicLong();
        long end = System.nanoTime() + TURN.toNanos();
        long begin = System.nanoTime();
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                SplittableRandom random = new SplittableRandom(i + System.nanoTime());
                all.add(clients.submit(() -> {
                    Call call = client.open(random);
                    while (System.nanoTime() < end) {
                        if (call.call()) {
                            granted.incrementAndGet();
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
        return granted.get() / ((System.nanoTime() - begin) / 1e9);
    }

    private double bookings() throws Exception {
        return bookings(server, token, names);
    }

    static double bookings(Server server, String token, AtomicLong names) throws Exception {
        return rate(random -> {
            HttpConnection connection = new HttpConnection(server.port(), token);
            return () -> connection.post("/reservations", job(random, names)).status() == 201;
        });
    }

    private static double postgresBookings(PostgresBooking postgres) throws Exception {
        return rate(random -> {
            Connection connection = postgres.connect();
            return () -> {
                long start = start(random);
                return postgres.book(connection, start, start + HOUR / 2);
            };
        });
    }

    private static long start(SplittableRandom random) {
        return System.currentTimeMillis() + HOUR + random.nextLong(60 * 24 * HOUR);
    }

    /** Half an hour within three: where the other gets a fixed window, ours also searches the start. */
    private static String job(SplittableRandom random, AtomicLong names) {
        long ready = start(random);
        return "{\"name\":\"j%d\",\"work\":\"PT30M\",\"ready\":\"%s\",\"deadline\":\"%s\"}"
                .formatted(
                        names.incrementAndGet(), Instant.ofEpochMilli(ready), Instant.ofEpochMilli(ready + 3 * HOUR));
    }

    /** Bookings at a fixed pace; the time counts from when one was due, so that a stall counts for all it delays. */
    private void paced(int perSecond) throws Exception {
        paced(server, token, names, perSecond);
    }

    static void paced(Server server, String token, AtomicLong names, int perSecond) throws Exception {
        int count = 10 * perSecond;
        long[] micros = new long[count];
        AtomicLong next = new AtomicLong();
        long begin = System.nanoTime() + 100_000_000;
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int c = 0; c < CLIENTS; c++) {
                SplittableRandom random = new SplittableRandom(c);
                all.add(clients.submit(() -> {
                    try (HttpConnection connection = new HttpConnection(server.port(), token)) {
                        for (long i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                            long due = begin + i * 1_000_000_000L / perSecond;
                            while (System.nanoTime() < due) {
                                Thread.sleep(Duration.ofNanos(Math.max(1, due - System.nanoTime())));
                            }
                            connection.post("/reservations", job(random, names));
                            micros[(int) i] = (System.nanoTime() - due) / 1_000;
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
        print("bookings at " + perSecond + "/s", micros);
    }

    private void fill(int reservations) {
        SplittableRandom random = new SplittableRandom(5);
        for (int done = 0; done < reservations; done += 1_000) {
            server.site()
                    .write("bench", transaction -> {
                        for (int i = 0; i < 1_000; i++) {
                            long ready = start(random);
                            transaction.submit(new Command.Reserve(Job.of("fill", ready, HOUR / 2, ready + 24 * HOUR)));
                        }
                        return true;
                    })
                    .join();
        }
    }

    private void offers() throws Exception {
        long[] micros = new long[2_000];
        SplittableRandom random = new SplittableRandom(6);
        try (HttpConnection connection = new HttpConnection(server.port(), token)) {
            for (int i = 0; i < micros.length; i++) {
                String job = job(random, names);
                long begin = System.nanoTime();
                HttpConnection.Answer answer = connection.post("/offers", job);
                micros[i] = (System.nanoTime() - begin) / 1_000;
                if (answer.status() >= 300) {
                    throw new IllegalStateException("no offers: " + answer);
                }
            }
        }
        int open = server.site().read(view -> view.reservations().size());
        print("offers with " + open + " reservations in the book", Arrays.copyOfRange(micros, 500, micros.length));
    }

    private void read(String what, String path) throws Exception {
        long[] micros = new long[400];
        try (HttpConnection connection = new HttpConnection(server.port(), token)) {
            for (int i = 0; i < micros.length; i++) {
                long begin = System.nanoTime();
                HttpConnection.Answer answer = connection.get(path);
                micros[i] = (System.nanoTime() - begin) / 1_000;
                if (answer.status() != 200 || answer.body().length() < 1_000) {
                    throw new IllegalStateException("nothing to read at " + path + ": " + answer);
                }
            }
        }
        int open = server.site().read(view -> view.reservations().size());
        print(what + " with " + open + " reservations in the book", Arrays.copyOfRange(micros, 100, micros.length));
    }

    private static void print(String what, long[] micros) {
        Arrays.sort(micros);
        System.out.printf(
                "%s: median %.2f ms, p99 %.2f ms, slowest %.2f ms%n",
                what,
                micros[micros.length / 2] / 1e3,
                micros[micros.length * 99 / 100] / 1e3,
                micros[micros.length - 1] / 1e3);
    }
}
