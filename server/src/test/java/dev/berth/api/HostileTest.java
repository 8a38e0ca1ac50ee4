package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is thrown at the service, it answers politely, changes nothing and tells nothing about itself. */
class HostileTest {
    private static final int REQUESTS = 24_000;
    private static final int CALLERS = 4;

    @Test
    void hostileRequestsChangeNothing(@TempDir Path data) throws InterruptedException {
        try (TestService service = new TestService(data)) {
            service.send("ana", "POST", "/reservations", "{" + TestService.job("hers") + "}")
                    .is(201);
            service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + TestService.exactly("hers", "2026-12-01T08:00:00Z", "2026-12-01T09:00:00Z", 1)
                                    + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=2\",\"zone\":\"UTC\"}}")
                    .is(201);
            String workflow = service.upload("ana", WorkflowsTest.DIAMOND.getBytes(StandardCharsets.UTF_8))
                    .text("id");
            service.send("ana", "POST", "/workflows/" + workflow + "/book", WorkflowsTest.by("2026-11-16T20:00:00Z"))
                    .is(201);
            byte[] before = service.server.site().snapshot();
            long used = used();
            ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
            Map<Integer, AtomicInteger> statuses = new ConcurrentHashMap<>();
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Hostility hostility = new Hostility(20_261_115 + i, service.tokens, workflow);
                callers.add(Thread.ofPlatform().start(() -> attack(service, hostility, wrong, statuses)));
            }
            for (Thread caller : callers) {
                caller.join();
            }
            assertThat(wrong).isEmpty();
            assertThat(statuses.get(0).get()).as("hung up on").isLessThan(REQUESTS / 10);
            assertThat(statuses.keySet()).contains(400, 401, 403, 404, 405, 413, 422);
            assertThat(statuses.values().stream().mapToInt(AtomicInteger::get).sum())
                    .isEqualTo(REQUESTS);
            assertThat(service.server.site().snapshot()).isEqualTo(before);
            service.get("ana", "/reservations/r1").is(200);
            assertThat(used() - used).as("bytes kept").isLessThan(64_000_000);
        }
    }

    private static void attack(
            TestService service,
            Hostility hostility,
            ConcurrentLinkedQueue<String> wrong,
            Map<Integer, AtomicInteger> statuses) {
        try (RawConnection connection = new RawConnection(service.server.port())) {
            for (int i = 0; i < REQUESTS / CALLERS; i++) {
                Hostility.Attack attack = hostility.next();
                RawConnection.Reply reply = connection.send(attack.bytes(), attack.hangUp());
                statuses.computeIfAbsent(reply.status(), status -> new AtomicInteger())
                        .incrementAndGet();
                boolean polite = reply.status() == 0 || (reply.status() >= 400 && reply.status() < 500);
                boolean harmless = attack.what().startsWith("GET ") && reply.status() == 200;
                if ((!polite && !harmless) || reply.body().matches("(?s).*(Exception|\\bat dev\\.|java\\.).*")) {
                    wrong.add(attack.what() + " -> " + reply);
                }
            }
        } catch (IOException | RuntimeException e) {
            wrong.add(e.toString());
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
