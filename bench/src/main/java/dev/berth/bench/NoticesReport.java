package dev.berth.bench;

import com.sun.net.httpserver.HttpServer;
import dev.berth.api.RequestLimits;
import dev.berth.engine.model.Pool;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.notice.NoticeSettings;
import dev.berth.wire.PoolJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
 * Cost of notices for bookings: durable bookings a second by 32 accounts over HTTP, in turns without notices and with a
 * webhook for each account; service, clients and receiver in one process.
 */
public final class NoticesReport {
    private static final int ACCOUNTS = 32;
    private static final Duration TURN = Duration.ofSeconds(6);
    private static final long HOUR = 3_600_000;

    private final List<String> tokens = new ArrayList<>();
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong names = new AtomicLong();
    private final HttpServer receiver;
    private final Server server;

    private NoticesReport(Path data) throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        receiver.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            received.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        server = Server.start(
                SiteSettings.of("bench", 0)
                        .with(draft -> draft.pools =
                                List.of(new PoolJson.Planned(new Pool("all", 120, "1"), Optional.empty())))
                        .with(draft ->
                                draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1)))
                        .with(draft -> draft.notices = new NoticeSettings(true, Optional.empty())),
                data,
                Clock.systemUTC());
        String admin = field(
                post("", "/sign-in", "{\"token\":\"" + server.oneTimeToken("admin") + "\"}")
                        .body(),
                "token");
        for (int i = 0; i < ACCOUNTS; i++) {
            post(admin, "/accounts", "{\"name\":\"u%d\",\"role\":\"user\"}".formatted(i));
            tokens.add(field(
                    post(admin, "/tokens", "{\"account\":\"u%d\"}".formatted(i)).body(), "token"));
        }
    }

    public static void main(String[] args) throws Exception {
        NoticesReport report = new NoticesReport(Files.createTempDirectory("berth-bench"));
        try {
            // The first turns are for the compiler.
            report.turn();
            report.withWebhooks();
            for (int round = 0; round < 3; round++) {
                double off = report.turn();
                double on = report.withWebhooks();
                System.out.printf(
                        "durable bookings a second, %d accounts: %.0f without notices, %.0f with a webhook each: %.0f%%; received so far %,d%n",
                        ACCOUNTS, off, on, 100 * on / off, report.received.get());
            }
        } finally {
            report.receiver.stop(0);
            report.server.close();
        }
    }

    private double withWebhooks() throws Exception {
        String body = "{\"address\":\"http://127.0.0.1:%d/\"}"
                .formatted(receiver.getAddress().getPort());
        List<String> ids = new ArrayList<>();
        for (String token : tokens) {
            ids.add(field(post(token, "/webhooks", body).body(), "id"));
        }
        long before = received.get();
        double rate = turn();
        if (received.get() == before) {
            throw new IllegalStateException("nobody was told anything");
        }
        for (int i = 0; i < ACCOUNTS; i++) {
            try (HttpConnection connection = new HttpConnection(server.port(), tokens.get(i))) {
                connection.delete("/webhooks/" + ids.get(i));
            }
        }
        return rate;
    }

    private double turn() throws Exception {
        AtomicLong granted = new AtomicLong();
        long begin = System.nanoTime();
        long end = begin + TURN.toNanos();
        try (ExecutorService clients = Executors.newFixedThreadPool(ACCOUNTS)) {
            List<Future<?>> all = new ArrayList<>();
            for (String token : tokens) {
                SplittableRandom random = new SplittableRandom(all.size() + System.nanoTime());
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

    private HttpConnection.Answer post(String token, String path, String body) throws IOException {
        try (HttpConnection connection = new HttpConnection(server.port(), token)) {
            HttpConnection.Answer answer = connection.post(path, body);
            if (answer.status() >= 300) {
                throw new IllegalStateException(path + ": " + answer);
            }
            return answer;
        }
    }

    private static String field(String json, String name) {
        int at = json.indexOf("\"" + name + "\":\"") + name.length() + 4;
        return json.substring(at, json.indexOf('"', at));
    }
}
