package dev.berth.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.berth.engine.model.Pool;
import dev.berth.service.Server;
import dev.berth.service.settings.ConnectionLimits;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.wire.PoolJson;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
 * What do runners cost the service? {@code beats}: the CPU time of a beat over HTTP.
 * {@code waiting N}: that many runners, in a process of their own, wait for a reservation on one service; how soon are they
 * answered when it starts, and how long does a booking take meanwhile?
 */
public final class RunsReport {
    private static final int BEATS = 100_000;

    private final Path data = Files.createTempDirectory("berth-bench");
    private final Server server;
    private final String token;

    private RunsReport(int servers) throws IOException {
        SiteSettings settings = SiteSettings.of("bench", 0)
                .withPools(List.of(new PoolJson.Planned(new Pool("all", servers, "1"), Optional.empty())))
                .withConnections(new ConnectionLimits(
                        30_000, 30_000, Duration.ofSeconds(60), Duration.ofMinutes(5), Duration.ofSeconds(60)))
                .withLimits(new SiteSettings.Limits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1)));
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
                case "beats" -> report.beats();
                case "waiting" -> report.waiting(count);
                default -> throw new IllegalArgumentException("beats, or waiting N");
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

    private void beats() throws IOException, InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        try (HttpConnection connection = new HttpConnection(server.port(), token)) {
            String path =
                    "/reservations/" + book(connection, 1, Instant.now().plusSeconds(1), Duration.ofHours(1)) + "/run";
            Thread.sleep(1_500);
            int begun = connection
                    .post(path, "{\"runner\":\"one\",\"host\":\"here\",\"command\":\"x\"}")
                    .status();
            for (int turn = 0; turn < 4; turn++) {
                long cpu = machine.getProcessCpuTime();
                long own = threads.getCurrentThreadCpuTime();
                long time = System.nanoTime();
                for (int i = 0; i < BEATS; i++) {
                    if (connection.post(path + "/beat", "{\"runner\":\"one\"}").status() != 204 || begun != 200) {
                        throw new IOException("not heard");
                    }
                }
                // The first turn is for the compiler.
                System.out.printf(
                        "a beat: %.1f us of CPU of the service, %.1f us with its client; %.1f us until it is answered%n",
                        (machine.getProcessCpuTime() - cpu - (threads.getCurrentThreadCpuTime() - own)) / 1e3 / BEATS,
                        (machine.getProcessCpuTime() - cpu) / 1e3 / BEATS,
                        (System.nanoTime() - time) / 1e3 / BEATS);
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
