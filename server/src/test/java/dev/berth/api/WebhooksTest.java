package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.log.RecordedLog;
import dev.berth.service.notice.NoticeKind;
import dev.berth.service.notice.NoticeSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks, received by a real HTTP server. */
class WebhooksTest {
    private WebhookReceiver receiver;
    private TestService service;

    @BeforeEach
    void open(@TempDir Path data) throws IOException {
        receiver = new WebhookReceiver();
        service = new TestService(
                data,
                new Contract(),
                TestService.usual().with(draft -> draft.notices = new NoticeSettings(true, Optional.empty())));
    }

    @AfterEach
    void close() {
        service.close();
        receiver.close();
    }

    private TestService.Result add(String as, String more) {
        return service.send(
                as, "POST", "/webhooks", "{\"address\":\"%s\"%s}".formatted(receiver.address("/berth?x=1"), more));
    }

    private String book(String as, String name, String start, String end) {
        return service.send(as, "POST", "/reservations", "{" + TestService.exactly(name, start, end, 1) + "}")
                .is(201)
                .text("id");
    }

    @Test
    void booking_isToldOnceAndSigned() throws Exception {
        TestService.Result made = add("ana", "").is(201);
        String id = book("ana", "hers", "2026-11-16T12:00:00Z", "2026-11-16T13:00:00Z");
        book("ben", "his", "2026-11-16T12:00:00Z", "2026-11-16T13:00:00Z");
        WebhookReceiver.await(() -> !receiver.received.isEmpty());
        WebhookReceiver.Received first = receiver.received.getFirst();
        assertThat(first.json().get("reservation").asText()).isEqualTo(id);
        assertThat(first.json().get("id").asText()).isEqualTo(first.delivery());
        assertThat(first.json().get("start").asText()).isEqualTo("2026-11-16T12:00:00Z");

        String seconds = first.signature().replaceFirst("t=([0-9]+),v1=.*", "$1");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(made.text("secret").getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] expected = mac.doFinal((seconds + "." + first.body()).getBytes(StandardCharsets.UTF_8));
        assertThat(first.signature())
                .isEqualTo("t=" + seconds + ",v1=" + HexFormat.of().formatHex(expected));

        // Cancelling one's own is no news to oneself; an operator's doing is.
        service.send("ana", "DELETE", "/reservations/" + id, "").is(200);
        String other = book("ana", "more", "2026-11-16T14:00:00Z", "2026-11-16T15:00:00Z");
        service.send("olga", "DELETE", "/reservations/" + other, "").is(200);
        WebhookReceiver.await(() -> receiver.received.size() >= 3);
        assertThat(receiver.kinds()).containsExactly("confirmed", "confirmed", "released");
        assertThat(receiver.received.getLast().json().get("detail").asText()).isEqualTo("Cancelled by olga");
        assertThat(service.get("ana", "/webhooks").is(200).response().body()).doesNotContain(made.text("secret"));
    }

    @Test
    void reminder_followsMovesAndComesOnce() {
        add("ana", ",\"kinds\":[\"starts-soon\",\"ends-soon\"]").is(201);
        String id = book("ana", "hers", "2026-11-16T09:00:00Z", "2026-11-16T10:00:00Z");
        service.clock.move(Duration.ofMinutes(46));
        WebhookReceiver.await(() -> receiver.kinds().equals(List.of("starts-soon")));
        service.restart();
        service.clock.move(Duration.ofMinutes(65));
        WebhookReceiver.await(() -> receiver.kinds().equals(List.of("starts-soon", "ends-soon")));
        assertThat(receiver.received.getLast().json().get("reservation").asText())
                .isEqualTo(id);
    }

    @Test
    void failure_isInTheLog_andWhenItWorksAgain() {
        try (RecordedLog log = new RecordedLog()) {
            receiver.status = 500;
            String webhook = add("ana", "").is(201).text("id");
            book("ana", "hers", "2026-11-16T12:00:00Z", "2026-11-16T13:00:00Z");
            JsonNode failed = log.one("Notice not delivered");
            assertThat(RecordedLog.fields(failed))
                    .startsWith("warn to=" + webhook + " attempt=1 next=2026-11-16T08:00:1");
            assertThat(failed.get("cause").asText()).contains("Answered 500");
            // The address of a webhook may be all that protects it.
            assertThat(log.all().toString()).doesNotContain("x=1");
            receiver.status = 204;
            service.clock.move(Duration.ofSeconds(11));
            assertThat(RecordedLog.fields(log.one("Notices are delivered again")))
                    .isEqualTo("info to=" + webhook + " failures=1");
        }
    }

    @Test
    void failure_isRepeatedWithTheSameIdThenGivenUpAndResent() {
        receiver.status = 302;
        String webhook = add("ana", ",\"kinds\":[\"confirmed\"]").is(201).text("id");
        book("ana", "hers", "2026-11-30T09:00:00Z", "2026-11-30T10:00:00Z");
        WebhookReceiver.await(() -> receiver.received.size() == 1);
        service.restart();
        WebhookReceiver.await(() -> receiver.received.size() >= 2);
        assertThat(receiver.received.get(1).delivery())
                .isEqualTo(receiver.received.get(0).delivery());
        service.clock.move(Duration.ofHours(73));
        String failures = "/webhooks/" + webhook + "/failures";
        WebhookReceiver.await(() -> service.get("ana", failures).at("/failures").size() == 1);
        assertThat(service.get("ana", failures).at("/failures/0/reason").asText())
                .isEqualTo("Answered 302; redirects are not followed");
        service.get("ben", failures).is(404);

        receiver.status = 204;
        int before = receiver.received.size();
        service.send("ben", "POST", "/webhooks/" + webhook + "/resend", "").is(404);
        assertThat(service.send("ana", "POST", "/webhooks/" + webhook + "/resend", "")
                        .is(200)
                        .at("/resent")
                        .asInt())
                .isEqualTo(1);
        service.clock.move(Duration.ofHours(7));
        WebhookReceiver.await(() -> receiver.received.size() > before);
        WebhookReceiver.await(() -> service.get("ana", failures).at("/failures").isEmpty());
        service.send("ben", "DELETE", "/webhooks/" + webhook, "").is(404);
        service.send("ana", "DELETE", "/webhooks/" + webhook, "").is(204);
    }

    @Test
    void operator_isToldOfAllWhileAnOperator() {
        add("olga", ",\"all\":true").is(201);
        add("ana", ",\"all\":true").is(403);
        add("olga", ",\"all\":true,\"kinds\":[\"ends-soon\"]").is(422);
        book("ben", "his", "2026-11-16T12:00:00Z", "2026-11-16T13:00:00Z");
        WebhookReceiver.await(() -> receiver.received.size() == 1);
        assertThat(receiver.received.getFirst().json().get("user").asText()).isEqualTo("ben");
    }

    @Test
    void slowReceiver_delaysNoBookingAndNoOtherWebhook() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            service.send(
                            "ana",
                            "POST",
                            "/webhooks",
                            "{\"address\":\"http://127.0.0.1:%d/\"}".formatted(silent.getLocalPort()))
                    .is(201);
            add("ana", "").is(201);
            book("ana", "hers", "2026-11-16T12:00:00Z", "2026-11-16T13:00:00Z");
            WebhookReceiver.await(() -> receiver.received.size() == 1);
        }
    }

    @Test
    void badAddresses_areRefused() {
        for (String bad : List.of("ftp://x/", "https://", "https://a@b/", "https://x/#y", "x", "https://x/\\r\\nA:b")) {
            service.send("ana", "POST", "/webhooks", "{\"address\":\"%s\"}".formatted(bad))
                    .is(422);
        }
        add("ana", ",\"kinds\":[\"everything\"]").is(422);
        for (int i = 0; i < 10; i++) {
            add("ben", "").is(201);
        }
        add("ben", "").is(409).code("too-many-webhooks");
    }

    @Test
    void test_isPostedWhileItsOwnerWaits() {
        String webhook = add("ana", "").is(201).text("id");
        String test = "/webhooks/" + webhook + "/test";
        service.send("ben", "POST", test, "").is(404);
        assertThat(service.send("ana", "POST", test, "")
                        .is(200)
                        .at("/delivered")
                        .asBoolean())
                .isTrue();
        assertThat(receiver.kinds()).containsExactly("test");
        assertThat(receiver.received.getFirst().signature()).startsWith("t=");

        receiver.status = 500;
        service.send("ana", "POST", test, "").is(429);
        service.clock.move(Duration.ofSeconds(6));
        assertThat(service.send("ana", "POST", test, "").is(200).text("reason")).isEqualTo("Answered 500");
        assertThat(receiver.received).hasSize(2);
    }

    @Test
    void administrator_seesWhatWaitsAndWhatWasGivenUp() {
        receiver.status = 500;
        String webhook = add("ana", "").is(201).text("id");
        book("ana", "hers", "2026-11-30T09:00:00Z", "2026-11-30T10:00:00Z");
        TestService.Result queue = service.get("admin", "/notices/queue").is(200);
        assertThat(queue.at("/waiting").asInt()).isEqualTo(1);
        assertThat(queue.at("/lanes/0/way").asText()).isEqualTo(webhook);
        assertThat(queue.at("/lanes/0/user").asText()).isEqualTo("ana");

        service.clock.move(Duration.ofHours(73));
        WebhookReceiver.await(
                () -> service.get("admin", "/notices/queue").at("/failures").size() == 1);
        queue = service.get("admin", "/notices/queue").is(200);
        assertThat(queue.at("/waiting").asInt()).isZero();
        assertThat(queue.at("/failures/0/reason").asText()).isEqualTo("Answered 500");
        assertThat(queue.at("/failures/0/notice/name").asText()).isEqualTo("hers");

        receiver.status = 200;
        service.send("admin", "POST", "/notices/queue/resend", "").is(200);
        service.clock.move(Duration.ofHours(7));
        WebhookReceiver.await(
                () -> service.get("admin", "/notices/queue").at("/waiting").asInt() == 0);
        assertThat(service.get("admin", "/notices/queue").at("/failures")).isEmpty();
    }

    @Test
    void administrator_seesWhereNoticesGoAndCanStopThem() {
        String webhook = add("ana", "").is(201).text("id");
        TestService.Result known = service.get("admin", "/accounts/ana/notices").is(200);
        assertThat(known.at("/webhooks/0/id").asText()).isEqualTo(webhook);
        assertThat(known.at("/notices/kinds")).hasSameSizeAs(NoticeKind.values());
        assertThat(known.response().body()).doesNotContain("secret");
        service.send("admin", "DELETE", "/accounts/ana/notices", "").is(204);
        service.send("admin", "DELETE", "/accounts/nobody/notices", "").is(404);
        assertThat(service.get("ana", "/notices").at("/kinds")).isEmpty();
        service.send("admin", "DELETE", "/webhooks/" + webhook, "").is(204);
        assertThat(service.get("ana", "/webhooks").at("/webhooks")).isEmpty();
    }

    @Test
    void killedBetweenPostAndRecord_repeatsWithTheSameId() {
        receiver.held = new CountDownLatch(1);
        add("ana", ",\"kinds\":[\"confirmed\"]").is(201);
        book("ana", "hers", "2026-11-30T09:00:00Z", "2026-11-30T10:00:00Z");
        // Received, and not answered before the service has ended: nothing can be recorded.
        WebhookReceiver.await(() -> receiver.received.size() == 1);
        service.server.close();
        CountDownLatch before = receiver.held;
        receiver.held = new CountDownLatch(0);
        before.countDown();
        service.restart();
        WebhookReceiver.await(() -> receiver.received.size() == 2);
        assertThat(receiver.received.get(1).delivery())
                .isEqualTo(receiver.received.get(0).delivery());
        assertThat(receiver.received.get(1).body())
                .isEqualTo(receiver.received.get(0).body());
        WebhookReceiver.await(
                () -> service.get("admin", "/notices/queue").at("/waiting").asInt() == 0);
        assertThat(receiver.received).hasSize(2);
    }

    @Test
    void tenFailuresInARow_switchItOff() {
        receiver.status = 503;
        String webhook = add("ana", ",\"kinds\":[\"confirmed\"]").is(201).text("id");
        for (int i = 0; i < 11; i++) {
            book("ana", "job" + i, "2026-11-30T%02d:00:00Z".formatted(i), "2026-11-30T%02d:30:00Z".formatted(i));
        }
        service.clock.move(Duration.ofHours(73));
        WebhookReceiver.await(
                () -> service.get("ana", "/webhooks").at("/webhooks/0/disabled").asBoolean());
        WebhookReceiver.await(
                () -> service.get("admin", "/notices/queue").at("/waiting").asInt() == 0);
        int before = receiver.received.size();
        book("ana", "unheard", "2026-11-30T12:00:00Z", "2026-11-30T12:30:00Z");
        assertThat(service.get("admin", "/notices/queue").at("/waiting").asInt())
                .isZero();
        assertThat(receiver.received).hasSize(before);

        receiver.status = 200;
        service.send("ana", "POST", "/webhooks/" + webhook + "/resend", "").is(200);
        service.clock.move(Duration.ofHours(7));
        WebhookReceiver.await(() -> service.get("ana", "/webhooks/" + webhook + "/failures")
                .at("/failures")
                .isEmpty());
        assertThat(service.get("ana", "/webhooks").at("/webhooks/0/disabled").asBoolean())
                .isFalse();
    }
}
