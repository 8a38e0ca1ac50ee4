package dev.berth.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.berth.api.RequestLimits;
import dev.berth.api.connection.ConnectionLimits;
import dev.berth.engine.model.Pool;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.PoolJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Cost of runners for the service. {@code beats [N]}: the CPU time of a heartbeat over HTTP, from one runner or from N at
 * a time, compared with other ways to send it.
 * {@code waiting N}: that many runners, in a process of their own, wait for a reservation on one service; how soon are they
 * answered when it starts, and how long does a booking take meanwhile?
 */
public final class RunsReport {
    private static final int BEATS = 10_000;
    private static final int TURNS = 5;
    private static final String BEAT = "{\"runner\":\"one\"}";

    private final Path data = Files.createTempDirectory("berth-bench");
    private final Server server;
    private final String token;

    private RunsReport(int servers) throws IOException {
        SiteSettings settings = SiteSettings.of("bench", 0)
                .with(draft ->
                        draft.pools = List.of(new PoolJson.Planned(new Pool("all", servers, "1"), Optional.empty())))
                .with(draft -> draft.connections = new ConnectionLimits(
                        30_000, 30_000, Duration.ofSeconds(60), Duration.ofMinutes(5), Duration.ofSeconds(60)))
                .with(draft -> draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1)));
        this.server = Server.start(settings, data, Clock.systemUTC());
        try (HttpConnection connection = new HttpConnection(server.port(), "")) {
            this.token = field(
                    "token",
                    connection
                            .post("/sign-in", "{\"token\":\"" + server.oneTimeToken("admin") + "\"}")
                            .body());
        }
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("wait")) {
            new Waiters(Integer.parseInt(args[1]), Integer.parseInt(args[2]), args[3], args[4], Instant.parse(args[5]))
                    .run();
            return;
        }
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 100;
        RunsReport report = new RunsReport(count);
        try {
            switch (args[0]) {
                case "beats" -> report.beats(args.length > 1 ? count : 1);
                case "waiting" -> report.waiting(count);
                default -> throw new IllegalArgumentException("beats [N], or waiting N");
            }
        } finally {
            report.server.close();
        }
        System.exit(0);
    }

    private static String field(String name, String json) {
        int at = json.indexOf("\"" + name + "\":\"") + name.length() + 4;
        return json.substring(at, json.indexOf('"', at));
    }

    private String book(HttpConnection connection, int servers, Instant ready, Duration stay) throws IOException {
        HttpConnection.Answer booked = connection.post(
                "/reservations",
                "{\"name\":\"x\",\"servers\":%d,\"ready\":\"%s\",\"deadline\":\"%s\",\"stay\":\"%s\"}"
                        .formatted(servers, ready, ready.plus(stay), stay));
        if (booked.status() != 201) {
            throw new IOException(booked.body());
        }
        return field("id", booked.body());
    }

    /** Way in which a runner sends its heartbeat. */
    private enum Way {
        /** A request on a connection that is kept open. */
        KEPT,
        /** A request on a new connection, as the shell sends all requests. */
        OPENED,
        /** No heartbeat: the runner only asks for the state of its reservation, as all runners do. */
        FOLLOW,
        /** A heartbeat sent as part of that question. */
        FOLLOW_AND_BEAT
    }

    /** Runners that each have a connection of their own, and are heard without a pause, in each way by turns. */
    private void beats(int runners) throws Exception {
        List<Beating> all = new ArrayList<>();
        for (int i = 0; i < runners; i++) {
            all.add(new Beating());
        }
        Thread.sleep(1_500);
        for (Beating each : all) {
            each.begin();
        }
        // The first turns are for the compiler.
        for (int turn = 0; turn < TURNS; turn++) {
            for (Way way : Way.values()) {
                beat(all, way, BEATS / runners);
            }
        }
        for (Beating each : all) {
            each.connection.close();
        }
    }

    private static void beat(List<Beating> all, Way way, int times) throws InterruptedException {
        OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = machine.getProcessCpuTime();
        long time = System.nanoTime();
        List<Thread> threads = all.stream()
                .map(each -> Thread.ofPlatform().start(() -> each.beat(way, times)))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        long used = machine.getProcessCpuTime() - cpu;
        long own = all.stream().mapToLong(each -> each.cpu).sum();
        int sent = times * all.size();
        System.out.printf(
                "%-15s %.1f us of CPU of the service, %.1f us with its client; %.0f a second%n",
                way, (used - own) / 1e3 / sent, used / 1e3 / sent, sent * 1e9 / (System.nanoTime() - time));
    }

    /** A runner that beats. */
    private final class Beating {
        private final HttpConnection connection = new HttpConnection(server.port(), token);
        private final String path =
                "/reservations/" + book(connection, 1, Instant.now().plusSeconds(1), Duration.ofHours(1));
        private long cpu;

        Beating() throws IOException {}

        void begin() throws IOException {
            expect(200, connection.post(path + "/run", "{\"runner\":\"one\",\"host\":\"here\",\"command\":\"x\"}"));
        }

        void beat(Way way, int times) {
            try {
                for (int i = 0; i < times; i++) {
                    beat(way);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }

        private void beat(Way way) throws IOException {
            switch (way) {
                case KEPT -> expect(204, connection.post(path + "/run/beat", BEAT));
                case OPENED -> {
                    try (HttpConnection other = new HttpConnection(server.port(), token)) {
                        expect(204, other.post(path + "/run/beat", BEAT));
                    }
                }
                case FOLLOW -> expect(200, connection.get(path + "/follow?seen=x"));
                case FOLLOW_AND_BEAT -> expect(200, connection.get(path + "/follow?seen=x&runner=one"));
            }
        }

        private static void expect(int status, HttpConnection.Answer answer) throws IOException {
            if (answer.status() != status) {
                throw new IOException(answer.status() + " " + answer.body());
            }
        }
    }

    /** All wait for the same reservation to start, which wakes all of them at once. */
    private void waiting(int count) throws Exception {
        try (HttpConnection connection = new HttpConnection(server.port(), token)) {
            Instant start = Instant.now().plusSeconds(40);
            String path = "/reservations/" + book(connection, 1, start, Duration.ofHours(1)) + "/follow";
            String seen = field("seen", connection.get(path).body());
            Process waiters = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            RunsReport.class.getName(),
                            "wait",
                            Integer.toString(count),
                            Integer.toString(server.port()),
                            token,
                            path + "?wait=PT1M&seen=" + seen,
                            start.toString())
                    .inheritIO()
                    .start();
            while (Instant.now().isBefore(start.minusSeconds(5))) {
                Thread.sleep(100);
            }
            long begin = System.nanoTime();
            book(connection, 1, Instant.now().plusSeconds(7_200), Duration.ofMinutes(1));
            System.out.printf("a booking beside them: %.1f ms%n", (System.nanoTime() - begin) / 1e6);
            waiters.waitFor();
        }
    }

    /** Many connections that each wait for one answer. */
    private record Waiters(int count, int port, String token, String path, Instant start) {
        void run() throws Exception {
            List<Long> lags = new ArrayList<>();
            CountDownLatch answered = new CountDownLatch(count);
            AtomicInteger wrong = new AtomicInteger();
            byte[] request = ("GET /api/v1" + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + token
                            + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < count; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                socket.getOutputStream().write(request);
                Thread.ofVirtual().start(() -> {
                    try (socket) {
                        InputStream in = socket.getInputStream();
                        byte[] some = new byte[4096];
                        String answer = new String(some, 0, Math.max(0, in.read(some)), StandardCharsets.UTF_8);
                        long lag = Duration.between(start, Instant.now()).toMillis();
                        synchronized (lags) {
                            lags.add(lag);
                        }
                        if (!answer.startsWith("HTTP/1.1 200") || lag < 0) {
                            wrong.incrementAndGet();
                        }
                    } catch (IOException e) {
                        wrong.incrementAndGet();
                    } finally {
                        answered.countDown();
                    }
                });
            }
            System.out.printf(
                    "%d wait, %d s before the start%n",
                    count, Duration.between(Instant.now(), start).toSeconds());
            answered.await();
            print("answered after the start", lags);
            System.out.println(wrong + " answered too early or not well");
        }
    }

    private static void print(String what, List<Long> millis) {
        List<Long> sorted = millis.stream().sorted().toList();
        System.out.printf(
                "%s: median %d ms, p99 %d ms, last %d ms%n",
                what,
                sorted.get(sorted.size() / 2),
                sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * 0.99) - 1)),
                sorted.getLast());
    }
}
