package dev.berth.bench;

import dev.berth.api.RequestLimits;
import dev.berth.engine.model.Pool;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.PoolJson;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many durable bookings a second does the service take over HTTP while this many event streams are open? 120 servers, 16
 * clients on loopback; service, clients and listeners in one process, in turns without and with streams.
 */
public final class StreamsReport {
    private static final int CLIENTS = 16;
    private static final Duration TURN = Duration.ofSeconds(4);
    private static final long HOUR = 3_600_000;

    private final Server server;
    private final String token;
    private final AtomicLong names = new AtomicLong();
    private final AtomicLong heard = new AtomicLong();

    private StreamsReport(Path data) throws Exception {
        SiteSettings settings = SiteSettings.of("bench", 0)
                .with(draft -> draft.pools = List.of(new PoolJson.Planned(new Pool("all", 120, "1"), Optional.empty())))
                .with(draft -> draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1))
                        .withShares(new RequestLimits.Shares(50, 1_000, 1_000, 1_000)));
        this.server = Server.start(settings, data, Clock.systemUTC());
        try (HttpConnection connection = new HttpConnection(server.port(), "")) {
            String answer = connection
                    .post("/sign-in", "{\"token\":\"" + server.oneTimeToken("admin") + "\"}")
                    .body();
            int at = answer.indexOf("\"token\":\"") + 9;
            this.token = answer.substring(at, answer.indexOf('"', at));
        }
    }

    public static void main(String[] args) throws Exception {
        StreamsReport report = new StreamsReport(Files.createTempDirectory("berth-bench"));
        try {
            // The first turn is for the compiler.
            report.bookings();
            for (int streams : new int[] {0, 100, 500, 0, 100, 500}) {
                List<Socket> open = new ArrayList<>();
                for (int i = 0; i < streams; i++) {
                    open.add(report.listen());
                }
                report.heard.set(0);
                double rate = report.bookings();
                System.out.printf(
                        "%d streams: %.0f bookings a second, %.0f MB heard%n", streams, rate, report.heard.get() / 1e6);
                for (Socket each : open) {
                    each.close();
                }
                // Until the service has noticed.
                report.bookings();
            }
        } finally {
            // Its listener would keep the process alive.
            report.server.close();
        }
    }

    private Socket listen() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.getOutputStream()
                .write(("GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + token + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        byte[] some = new byte[1 << 16];
        String first = new String(some, 0, in.read(some), StandardCharsets.UTF_8);
        if (!first.startsWith("HTTP/1.1 200")) {
            throw new IOException("no stream: " + first);
        }
        Thread.ofVirtual().start(() -> {
            byte[] more = new byte[1 << 14];
            try {
                for (int read = in.read(more); read >= 0; read = in.read(more)) {
                    heard.addAndGet(read);
                }
            } catch (IOException e) {
                // Closed at the end of a turn.
            }
        });
        return socket;
    }

    private double bookings() throws Exception {
        AtomicLong granted = new AtomicLong();
        long begin = System.nanoTime();
        long end = begin + TURN.toNanos();
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                SplittableRandom random = new SplittableRandom(i);
                all.add(clients.submit(() -> {
                    try (HttpConnection connection = new HttpConnection(server.port(), token)) {
                        while (System.nanoTime() < end) {
                            if (connection.post("/reservations", job(random)).status() == 201) {
                                granted.incrementAndGet();
                            }
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

    private String job(SplittableRandom random) {
        long ready = System.currentTimeMillis() + HOUR + random.nextLong(60 * 24 * HOUR);
        return "{\"name\":\"j%d\",\"work\":\"PT30M\",\"ready\":\"%s\",\"deadline\":\"%s\"}"
                .formatted(
                        names.incrementAndGet(), Instant.ofEpochMilli(ready), Instant.ofEpochMilli(ready + 3 * HOUR));
    }
}
