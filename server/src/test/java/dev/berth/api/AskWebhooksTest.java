package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.ask.AskSettings;
import dev.berth.service.notice.NoticeSettings;
import dev.berth.wire.PoolJson;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notices about asks, received by a real HTTP server: each kind, once, with its fields. It is eight o'clock. */
class AskWebhooksTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private static final String KINDS = "\"asked\",\"ask-accepted\",\"ask-declined\",\"ask-ended\",\"room-found\"";

    /** One server that costs 1 per hour; whoever finds no room has the service ask. */
    private static SiteSettings settings() {
        return TestService.usual().with(draft -> {
            draft.pools = List.of(
                    new PoolJson.Planned(new Pool("fast", 1, "1"), Optional.of(Tariff.flat(Money.of("1"), HOUR))));
            draft.asks = new AskSettings(true, 250_000, 6 * HOUR, 2 * HOUR, 9, 9, HOUR / 2);
            draft.notices = new NoticeSettings(true, Optional.empty());
        });
    }

    private static TestService.Result book(TestService service, String as, String name, int from, int to) {
        String exactly = TestService.exactly(
                name, "2026-11-16T%02d:00:00Z".formatted(from), "2026-11-16T%02d:00:00Z".formatted(to), 1);
        return service.send(as, "POST", "/reservations", "{" + exactly + "}");
    }

    private static String ask(TestService service, String reservation, int deadline) {
        return service.send(
                        "olga",
                        "POST",
                        "/asks",
                        "{\"reservation\":\"%s\",\"deadline\":\"2026-11-16T%02d:00:00Z\",\"reason\":\"A course\"}"
                                .formatted(reservation, deadline))
                .is(201)
                .text("id");
    }

    private static void assertNotice(
            WebhookReceiver.Received received, String kind, String user, String about, String name, int start) {
        assertThat(received.text("id")).isEqualTo(received.delivery());
        assertThat(received.signature()).startsWith("t=");
        assertThat(received.text("kind")).isEqualTo(kind);
        assertThat(received.text("time")).isEqualTo("2026-11-16T08:00:00Z");
        assertThat(received.text("user")).isEqualTo(user);
        assertThat(received.text("reservation")).isEqualTo(about);
        assertThat(received.text("name")).isEqualTo(name);
        assertThat(received.text("pool")).isEqualTo("fast");
        assertThat(received.json().path("servers").asInt()).isEqualTo(1);
        assertThat(received.text("start")).isEqualTo("2026-11-16T%02d:00:00Z".formatted(start));
        assertThat(received.json().has("end")).isTrue();
    }

    @Test
    void eachKind_isDeliveredOnce_withItsFields(@TempDir Path data) throws IOException {
        try (WebhookReceiver receiver = new WebhookReceiver();
                TestService service = new TestService(data, new Contract(), settings())) {
            for (String user : List.of("ana", "ben", "olga")) {
                service.send(
                                user,
                                "POST",
                                "/webhooks",
                                "{\"address\":\"%s\",\"kinds\":[%s]}".formatted(receiver.address("/" + user), KINDS))
                        .is(201);
            }
            String train = book(service, "ana", "train", 10, 12).is(201).text("id");
            String late = book(service, "ana", "late", 16, 18).is(201).text("id");

            service.send("ana", "POST", "/asks/" + ask(service, train, 15) + "/decline", "")
                    .is(200);
            service.send("olga", "DELETE", "/asks/" + ask(service, train, 15), "")
                    .is(200);
            service.send("ana", "POST", "/asks/" + ask(service, train, 15) + "/accept", "")
                    .is(200);
            book(service, "ben", "course", 16, 19).is(409);
            WebhookReceiver.await(() -> receiver.at("/ana").size() == 5);
            service.send("ana", "POST", "/asks/q4/accept", "").is(200);
            WebhookReceiver.await(() -> receiver.received.size() == 8);
            WebhookReceiver.await(
                    () -> service.get("admin", "/notices/queue").at("/waiting").asInt() == 0);

            List<WebhookReceiver.Received> ana = receiver.at("/ana");
            List<WebhookReceiver.Received> olga = receiver.at("/olga");
            List<WebhookReceiver.Received> ben = receiver.at("/ben");
            assertThat(receiver.received).hasSize(8);
            assertThat(receiver.received.stream().map(WebhookReceiver.Received::delivery))
                    .doesNotHaveDuplicates();
            assertThat(ana).hasSize(5);
            assertNotice(ana.get(0), "asked", "ana", "q1", "train", 10);
            assertThat(ana.get(0).text("detail"))
                    .containsSubsequence(
                            train,
                            "2026-11-16T15:00:00Z",
                            "2026-11-16T12:00:00Z",
                            "2.00",
                            "1.50",
                            "2026-11-16T10:00:00Z",
                            "A course");
            assertNotice(ana.get(1), "asked", "ana", "q2", "train", 10);
            assertNotice(ana.get(2), "ask-ended", "ana", "q2", "train", 10);
            assertThat(ana.get(2).text("detail")).contains(train);
            assertNotice(ana.get(3), "asked", "ana", "q3", "train", 10);
            assertNotice(ana.get(4), "asked", "ana", "q4", "late", 16);
            assertThat(ana.get(4).text("detail")).contains(late).doesNotContain("ben", "course");
            assertThat(olga).hasSize(2);
            assertNotice(olga.get(0), "ask-declined", "olga", "q1", "train", 10);
            assertNotice(olga.get(1), "ask-accepted", "olga", "q3", "train", 10);
            assertThat(olga.get(1).text("detail")).containsSubsequence(train, "2026-11-16T15:00:00Z", "1.50");
            assertThat(ben).hasSize(1);
            assertNotice(ben.getFirst(), "room-found", "ben", "r3", "course", 16);
            assertThat(ben.getFirst().text("detail")).contains("2026-11-16T08:30:00Z");
        }
    }
}
