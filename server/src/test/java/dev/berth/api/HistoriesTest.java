package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.berth.api.HistoryOperation.Asked;
import dev.berth.api.HistoryOperation.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many clients at once book, hold, confirm, change and cancel the same reservations, with keys and ETags, and some hang up
 * before they are answered and ask again. What they were told is then shown to be one history of one book.
 */
class HistoriesTest {
    private static final int CLIENTS = 6;
    private static final int STEPS = 60;
    private static final long HOUR = 3_600_000;
    private static final int SERVERS = 4;

    private final ConcurrentLinkedQueue<HistoryOperation> operations = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<HistoryChecker.Entry> entries = new CopyOnWriteArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();
    /** Reservations by user, open or closed: the id, and an ETag that it had at some time. */
    private final Map<String, List<String[]>> known =
            Map.of("ana", new CopyOnWriteArrayList<>(), "ben", new CopyOnWriteArrayList<>());

    private TestService service;

    @Test
    void everyHistoryIsOneOfOneBook(@TempDir Path data) throws InterruptedException {
        String given = System.getProperty("berth.seed", "");
        long seed = given.isEmpty() ? new Random().nextLong() : Long.parseLong(given);
        System.out.println("histories: seed " + seed);
        try (TestService opened = new TestService(data);
                EventStream events = EventStream.open(opened, "olga", "")) {
            service = opened;
            for (String user : known.keySet()) {
                service.send(
                                "admin",
                                "PUT",
                                "/accounts/" + user,
                                "{\"role\":\"user\",\"quota\":{\"serverHours\":\"30\",\"window\":\"P7D\"}}")
                        .is(200);
            }
            Thread listener = thread(() -> listen(events));
            AtomicBoolean over = new AtomicBoolean();
            Thread time = thread(() -> pass(over));
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Random random = new Random(seed + i);
                String user = i % 2 == 0 ? "ana" : "ben";
                clients.add(thread(() -> live(user, random)));
            }
            for (Thread client : clients) {
                client.join();
            }
            over.set(true);
            time.join();
            // The last change: whoever has heard of it has heard of all.
            service.send("olga", "POST", "/pools", "{\"name\":\"last\",\"servers\":1,\"rate\":\"1\"}")
                    .is(201);
            listener.join(30_000);
            assertThat(listener.isAlive()).as("still waiting for events").isFalse();
        }
        assertThat(failures).as("seed %d", seed).isEmpty();
        List<HistoryOperation> history = List.copyOf(operations);
        System.out.println("histories: " + counts(history) + ", " + entries.size() + " changes");
        List<String> faults = new HistoryChecker(
                        SERVERS, Map.of("ana", 30 * HOUR, "ben", 30 * HOUR), history, List.copyOf(entries))
                .faults();
        assertThat(faults).as("seed %d", seed).isEmpty();
        assertThat(counts(history).keySet())
                .as("seed %d: what there is to check", seed)
                .contains("BOOK 201", "HOLD 200", "CONFIRM 200", "MOVE 200", "CANCEL 200", "404", "409", "412", "lost");
    }

    private static Map<String, Integer> counts(List<HistoryOperation> history) {
        Map<String, Integer> counts = new TreeMap<>();
        history.forEach(each -> {
            counts.merge(each.kind() + " " + each.status(), 1, Integer::sum);
            counts.merge(Integer.toString(each.status()), 1, Integer::sum);
            counts.merge("lost", each.lost(), Integer::sum);
            counts.merge("repeated", each.repeated() ? 1 : 0, Integer::sum);
        });
        counts.remove("lost", 0);
        return counts;
    }

    private Thread thread(Runnable work) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failures.add(e);
            }
        });
    }

    /** Notes all changes, in the order in which everybody is told of them. */
    private void listen(EventStream events) {
        List<JsonNode> together = new ArrayList<>();
        while (true) {
            Map<String, String> message = events.next();
            if (message.isEmpty()) {
                throw new AssertionError("the stream has ended after " + entries.size() + " changes");
            }
            JsonNode event = json(message.get("data"));
            together.add(event);
            if (message.containsKey("id")) {
                entries.add(new HistoryChecker.Entry(
                        Long.parseLong(message.get("id")),
                        Instant.parse(event.path("time").asText()).toEpochMilli(),
                        List.copyOf(together)));
                together.clear();
            }
            if (event.path("kind").asText().equals("pool-added")) {
                return;
            }
        }
    }

    /** An hour in all, so that holds expire and nothing starts. */
    private void pass(AtomicBoolean over) {
        for (int minute = 0; minute < 60 && !over.get(); minute++) {
            pause(25);
            service.clock.move(Duration.ofMinutes(1));
        }
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode json(String text) {
        try {
            JsonNode node = TestService.JSON.readTree(text);
            return node == null ? MissingNode.getInstance() : node;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void live(String user, Random random) {
        for (int step = 0; step < STEPS; step++) {
            step(user, random);
        }
    }

    private void step(String user, Random random) {
        int choice = random.nextInt(12);
        List<String[]> mine = known.get(user);
        if (choice < 3 || mine.isEmpty()) {
            Asked window = window(random);
            call(random, user, Kind.BOOK, window, "", "", "POST", "/reservations", "{" + job(window) + "}");
            return;
        }
        if (choice == 3 || choice == 11) {
            Asked window = window(random);
            String body =
                    "{%s,\"wish\":{\"most\":1},\"hold\":\"PT%dM\"}".formatted(job(window), 1 + random.nextInt(20));
            String held = call(random, user, Kind.HOLD, window, "", "", "POST", "/offers", body)
                    .made();
            if (!held.isEmpty() && random.nextBoolean()) {
                String path = "/reservations/" + held + "/confirm";
                call(random, user, Kind.CONFIRM, Asked.NOTHING, held, "", "POST", path, "");
            }
            return;
        }
        // Mostly one of the latest, so that many want to change the same.
        int size = mine.size();
        String[] one = mine.get(Math.max(0, size - 1 - random.nextInt(random.nextInt(4) == 0 ? size : 4)));
        String path = "/reservations/" + one[0];
        String match = random.nextInt(5) > 0 ? one[1] : "";
        switch (choice) {
            case 4 -> call(random, user, Kind.GET, Asked.NOTHING, one[0], "", "GET", path, "");
            case 5, 6 -> call(random, user, Kind.CONFIRM, Asked.NOTHING, one[0], match, "POST", path + "/confirm", "");
            case 7 -> call(random, user, Kind.CANCEL, Asked.NOTHING, one[0], match, "DELETE", path, "");
            case 8 -> change(random, user, Kind.EXTEND, "extend\",\"work\":\"PT%dM\"}", 1, one[0], match);
            case 9 -> change(random, user, Kind.SHRINK, "shrink\",\"work\":\"PT%dM\"}", -1, one[0], match);
            default -> change(random, user, Kind.MOVE, "move\",\"by\":\"PT%dM\"}", 1, one[0], match);
        }
    }

    private void change(Random random, String user, Kind kind, String body, int sign, String id, String match) {
        int minutes = 1 + random.nextInt(30);
        Asked by = new Asked(0, 0, 0, Duration.ofMinutes((long) sign * minutes).toMillis());
        String whole = "{\"kind\":\"" + body.formatted(minutes);
        call(random, user, kind, by, id, match, "POST", "/reservations/" + id + "/changes", whole);
    }

    /** Some hours of one day, after all the time that passes here. */
    private static Asked window(Random random) {
        long start = Instant.parse("2026-11-16T12:00:00Z").toEpochMilli() + random.nextInt(60) * HOUR / 2;
        return new Asked(start, start + (1 + random.nextInt(4)) * HOUR / 2, 1 + random.nextInt(2), 0);
    }

    private static String job(Asked window) {
        return "\"name\":\"x\",\"pool\":\"slow\",\"ready\":\"%s\",\"deadline\":\"%s\",\"stay\":\"%s\",\"servers\":%d"
                .formatted(
                        Instant.ofEpochMilli(window.start()),
                        Instant.ofEpochMilli(window.end()),
                        Duration.ofMillis(window.end() - window.start()),
                        window.servers());
    }

    private HistoryOperation call(
            Random random,
            String user,
            Kind kind,
            Asked asked,
            String id,
            String match,
            String method,
            String path,
            String body) {
        String key = kind != Kind.GET && random.nextInt(3) > 0 ? user + numbers.incrementAndGet() : "";
        HttpRequest.Builder request = HttpRequest.newBuilder(service.uri(path))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + service.tokens.get(user));
        if (!key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        if (!match.isEmpty()) {
            request.header("If-Match", match);
        }
        HttpRequest whole = request.build();
        long invoked = System.nanoTime();
        long clock = service.clock.millis();
        int lost = 0;
        while (!key.isEmpty() && lost < 3 && random.nextInt(4) == 0) {
            hangUp(whole, body, random.nextInt(4));
            lost++;
        }
        HistoryOperation first = answered(user, kind, asked, id, match, key, lost, false, invoked, clock, whole);
        if (!key.isEmpty() && random.nextInt(5) == 0) {
            answered(user, kind, asked, id, match, key, 0, true, System.nanoTime(), service.clock.millis(), whole);
        }
        if (first.isDone() && !first.made().isEmpty() && (!first.etag().isEmpty() || kind == Kind.HOLD)) {
            known.get(user).add(new String[] {first.made(), first.etag()});
        }
        return first;
    }

    private HistoryOperation answered(
            String user,
            Kind kind,
            Asked asked,
            String id,
            String match,
            String key,
            int lost,
            boolean repeated,
            long invoked,
            long clock,
            HttpRequest request) {
        HttpResponse<String> response = service.response(request);
        long answered = System.nanoTime();
        HistoryOperation operation = new HistoryOperation(
                numbers.incrementAndGet(),
                kind,
                user,
                asked,
                id,
                match,
                key,
                lost,
                repeated,
                invoked,
                answered,
                clock,
                service.clock.millis(),
                response.statusCode(),
                response.headers().firstValueAsLong("Berth-Version").orElse(-1),
                response.headers().firstValue("ETag").orElse(""),
                json(response.body()));
        assertThat(operation.version()).as("%s", operation).isPositive();
        operations.add(operation);
        return operation;
    }

    /** Sends all of a request and does not wait for the answer. */
    private void hangUp(HttpRequest request, String body, int millis) {
        StringBuilder head = new StringBuilder("%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n"
                .formatted(request.method(), request.uri().getRawPath(), body.length()));
        request.headers()
                .map()
                .forEach((name, values) ->
                        head.append(name).append(": ").append(values.getFirst()).append("\r\n"));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.server.port())) {
            socket.getOutputStream().write((head + "\r\n" + body).getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            pause(millis);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
