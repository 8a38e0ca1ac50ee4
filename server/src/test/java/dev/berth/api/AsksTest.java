package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.ask.AskSettings;
import dev.berth.service.notice.MailSettings;
import dev.berth.service.notice.NoticeSettings;
import dev.berth.site.Visibility;
import dev.berth.wire.PoolJson;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owners are asked for flexibility, over HTTP; one server that costs 1 per hour. It is eight o'clock. */
class AsksTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path data;

    private static SiteSettings settings(boolean automatic, Visibility visibility) {
        return TestService.usual().with(draft -> {
            draft.pools = List.of(new PoolJson.Planned(
                    new Pool("fast", 1, "1"), Optional.of(Tariff.flat(Money.of("1"), HOUR.toMillis()))));
            draft.visibility = visibility;
            draft.asks = new AskSettings(
                    automatic, 250_000, HOUR.toMillis() * 6, HOUR.toMillis() * 2, 3, 3, HOUR.toMillis() / 2);
        });
    }

    private TestService open(SiteSettings settings) {
        return new TestService(data.resolve("site"), new Contract(), settings);
    }

    private static TestService.Result book(TestService service, String as, String name, int from, int to) {
        String exactly = TestService.exactly(
                name, "2026-11-16T%02d:00:00Z".formatted(from), "2026-11-16T%02d:00:00Z".formatted(to), 1);
        return service.send(as, "POST", "/reservations", "{" + exactly + "}");
    }

    private static String order(String reservation, int deadline, String more) {
        return "{\"reservation\":\"%s\",\"deadline\":\"2026-11-16T%02d:00:00Z\"%s}"
                .formatted(reservation, deadline, more);
    }

    private static JsonNode await(TestService service, String as, String path, String list) {
        return Awaitility.await(path)
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> service.get(as, path).is(200).at("/" + list), each -> !each.isEmpty());
    }

    @Test
    void operatorAsks_ownerAccepts_andTheAgreementChanges() throws Exception {
        try (TestService service = open(settings(false, Visibility.BUSY));
                EventStream events = EventStream.open(service, "ana", "");
                EventStream others = EventStream.open(service, "ben", "")) {
            String id = book(service, "ana", "train", 10, 14).is(201).text("id");
            TestService.Result rehearsed = service.send("olga", "POST", "/asks", order(id, 18, ",\"dryRun\":true"))
                    .is(200);
            assertThat(rehearsed.text("priceAfter")).isEqualTo("3.00");
            assertThat(service.get("ana", "/asks").at("/asks").size()).isZero();
            TestService.Result asked = service.send(
                            "olga",
                            "POST",
                            "/asks",
                            order(
                                    id,
                                    18,
                                    ",\"discount\":\"0.5\",\"expires\":\"2026-11-16T09:30:00Z\",\"reason\":\"A course\""),
                            "Idempotency-Key",
                            "ask-1")
                    .is(201);
            assertThat(asked.header("Location")).isEqualTo("/api/v1/asks/q1");
            assertThat(service.send(
                                    "olga",
                                    "POST",
                                    "/asks",
                                    order(
                                            id,
                                            18,
                                            ",\"discount\":\"0.5\",\"expires\":\"2026-11-16T09:30:00Z\",\"reason\":\"A course\""),
                                    "Idempotency-Key",
                                    "ask-1")
                            .is(201)
                            .json())
                    .as("repeated")
                    .isEqualTo(asked.json());
            TestService.Result seen = service.get("ana", "/asks/q1").is(200);
            assertThat(seen.header("ETag")).isEqualTo(asked.header("ETag"));
            assertThat(seen.text("discount")).isEqualTo("2.00");
            assertThat(seen.text("by")).isEqualTo("olga");
            assertThat(seen.text("reason")).isEqualTo("A course");
            assertThat(seen.text("deadlineBefore")).isEqualTo("2026-11-16T14:00:00Z");
            assertThat(service.get("ana", "/reservations/" + id).text("deadline"))
                    .isEqualTo("2026-11-16T14:00:00Z");
            service.get("ben", "/asks/q1").is(404);
            service.send("ben", "POST", "/asks/q1/accept", "").is(404);
            service.send("olga", "POST", "/asks/q1/accept", "").is(403);
            assertThat(service.send("ana", "POST", "/asks/q1/accept?dryRun=true", "")
                            .is(200)
                            .at("/quote/after")
                            .asText())
                    .isEqualTo("2.00");
            TestService.Result accepted = service.send("ana", "POST", "/asks/q1/accept", "", "Idempotency-Key", "yes")
                    .is(200);
            assertThat(accepted.at("/reservation/deadline").asText()).isEqualTo("2026-11-16T18:00:00Z");
            assertThat(accepted.at("/reservation/price").asText()).isEqualTo("2.00");
            assertThat(accepted.at("/ask/state").asText()).isEqualTo("accepted");
            assertThat(service.send("ana", "POST", "/asks/q1/accept", "", "Idempotency-Key", "yes")
                            .is(200)
                            .json())
                    .isEqualTo(accepted.json());
            assertThat(service.send("ana", "POST", "/asks/q1/decline", "")
                            .is(409)
                            .text("code"))
                    .isEqualTo("ask-over");
            assertThat(service.get("ana", "/asks/q1").header("ETag")).isNotEqualTo(asked.header("ETag"));
            assertThat(service.get("olga", "/asks?state=open").at("/asks").size())
                    .isZero();
            assertThat(service.get("olga", "/asks?state=over").at("/asks").size())
                    .isEqualTo(1);
            for (String kind : new String[] {"reserved", "asked", "changed", "ask-settled"}) {
                Map<String, String> event = events.next();
                service.contract.event(event.get("data"));
                assertThat(event.get("event")).isEqualTo(kind);
            }
            for (String kind : new String[] {"reserved", "changed"}) {
                assertThat(others.next().get("event"))
                        .as("nobody else hears of it")
                        .isEqualTo(kind);
            }
            assertThat(service.get("olga", "/audit").response().body()).contains("accept-ask", "\"q1\"");
        }
    }

    /** Over a restart: what is open stays open, what expires expires, and preferences are kept. */
    @Test
    void restart_expiry_andPreferences() {
        try (TestService service = open(settings(false, Visibility.BUSY))) {
            String id = book(service, "ana", "train", 12, 14).is(201).text("id");
            service.send("olga", "POST", "/asks", order(id, 18, "")).is(201);
            service.restart();
            assertThat(service.get("ana", "/asks?state=open")
                            .at("/asks/0/expires")
                            .asText())
                    .isEqualTo("2026-11-16T10:00:00Z");
            service.clock.move(HOUR.multipliedBy(2));
            assertThat(service.send("ana", "POST", "/asks/q1/accept", "")
                            .is(409)
                            .text("code"))
                    .isEqualTo("ask-over");
            assertThat(service.get("ana", "/asks/q1").text("state")).isEqualTo("expired");
            assertThat(service.get("ana", "/notices").is(200).at("/asks").asBoolean())
                    .isTrue();
            assertThat(service.send("ana", "PATCH", "/notices", "{\"asks\":false}")
                            .is(200)
                            .at("/asks")
                            .asBoolean())
                    .isFalse();
            service.restart();
            assertThat(service.send("olga", "POST", "/asks", order(id, 18, ""))
                            .is(409)
                            .text("code"))
                    .isEqualTo("cannot-ask");
            service.send("ana", "PATCH", "/notices", "{\"asks\":true}").is(200);
            service.send("olga", "POST", "/asks", order(id, 18, "")).is(201);
            service.send("ben", "DELETE", "/asks/q2", "").is(404);
            service.send("ana", "DELETE", "/asks/q2", "").is(403);
            assertThat(service.send("olga", "DELETE", "/asks/q2", "").is(200).text("why"))
                    .isEqualTo("taken-back");
            service.send("olga", "POST", "/asks", order(id, 18, "")).is(201);
            assertThat(service.send("ana", "POST", "/asks/q3/decline", "")
                            .is(200)
                            .text("state"))
                    .isEqualTo("declined");
        }
    }

    @Test
    void nonsense_isRefused_withItsFields() {
        try (TestService service = open(settings(false, Visibility.BUSY))) {
            String id = book(service, "ana", "train", 10, 14).is(201).text("id");
            for (String body : new String[] {
                "{}",
                order("w1", 18, ""),
                order(id, 14, ""),
                order(id, 18, ",\"discount\":\"1.01\""),
                order(id, 18, ",\"discount\":\"-0.1\""),
                order(id, 18, ",\"discount\":\"1e400\""),
                order(id, 18, ",\"expires\":\"2026-11-16T10:00:01Z\""),
                order(id, 18, ",\"expires\":\"2026-11-16T07:00:00Z\""),
                order(id, 18, ",\"reason\":\"%s\"".formatted("x".repeat(501))),
                order(id, 18, ",\"anything\":1"),
                "{\"reservation\":\"%s\",\"deadline\":\"+999999999-12-31T23:59:59Z\"}".formatted(id)
            }) {
                assertThat(service.send("olga", "POST", "/asks", body)
                                .response()
                                .statusCode())
                        .as(body)
                        .isEqualTo(422);
            }
            service.send("olga", "POST", "/asks", order("r99", 18, "")).is(404);
            service.send("olga", "POST", "/asks", "[]").is(400);
            service.get("ana", "/asks/q0").is(404);
            service.get("ana", "/asks/%71").is(404);
            service.get("ana", "/asks?state=x&after=r1&limit=0").is(422);
            service.send("ana", "POST", "/asks/q1/accept?dryRun=x", "").is(422);
            assertThat(service.get("olga", "/asks").at("/asks").size()).isZero();
        }
    }

    /**
     * Ben finds no room from 10 to 13, as ana has 10 to 12. The service asks her by itself; she is not told whose job it is, and
     * he is not told what she pays. She accepts; he has what he asked for, held.
     */
    @Test
    void service_asksByItself_whenAJobFindsNoRoom() {
        try (TestService service = open(settings(true, Visibility.BUSY))) {
            String hers = book(service, "ana", "train", 10, 12).is(201).text("id");
            book(service, "ben", "course", 10, 13).is(409);
            JsonNode ask = await(service, "ana", "/asks?state=open", "asks").path(0);
            assertThat(ask.path("by").asText()).isEqualTo("site");
            assertThat(ask.path("deadline").asText()).isEqualTo("2026-11-16T15:00:00Z");
            assertThat(ask.path("priceAfter").asText()).isEqualTo("1.50");
            assertThat(ask.path("room").toString()).isEqualTo("{}");
            JsonNode his = service.get("ben", "/asks").is(200).at("/asks/0");
            assertThat(his.path("room").path("name").asText()).isEqualTo("course");
            assertThat(his.has("price")).isFalse();
            assertThat(his.has("user")).isFalse();
            service.send("ben", "POST", "/asks/q1/accept", "").is(403);
            assertThat(service.send("ana", "POST", "/asks/q1/accept", "")
                            .is(200)
                            .at("/reservation/start")
                            .asText())
                    .isEqualTo("2026-11-16T13:00:00Z");
            String held =
                    service.get("ben", "/asks/q1").is(200).at("/room/held").asText();
            TestService.Result reservation =
                    service.get("ben", "/reservations/" + held).is(200);
            assertThat(reservation.text("state")).isEqualTo("held");
            assertThat(reservation.text("start")).isEqualTo("2026-11-16T10:00:00Z");
            assertThat(reservation.text("heldUntil")).isEqualTo("2026-11-16T08:30:00Z");
            service.send("ben", "POST", "/reservations/" + held + "/confirm", "")
                    .is(200);
            assertThat(service.get("ana", "/reservations/" + hers).text("price"))
                    .isEqualTo("1.50");
        }
    }

    /** A rehearsal, a job that is wanted on one host and a job that could never fit do not make anybody be asked. */
    @Test
    void names_areShownWhereTheSiteShowsThem_andNobodyIsAskedForARehearsal() {
        try (TestService service = open(settings(true, Visibility.NAMES))) {
            book(service, "ana", "train", 10, 12).is(201);
            service.send(
                            "ben",
                            "POST",
                            "/offers",
                            "{" + TestService.exactly("course", "2026-11-16T10:00:00Z", "2026-11-16T13:00:00Z", 1)
                                    + "}")
                    .is(200);
            service.send(
                            "ben",
                            "POST",
                            "/reservations",
                            "{" + TestService.exactly("wide", "2026-11-16T10:00:00Z", "2026-11-16T13:00:00Z", 2) + "}")
                    .is(409);
            book(service, "ben", "course", 10, 13).is(409);
            JsonNode asks = await(service, "ana", "/asks?state=open", "asks");
            assertThat(asks.size()).isEqualTo(1);
            assertThat(asks.at("/0/room").toString()).isEqualTo("{\"user\":\"ben\"}");
        }
    }

    @Test
    void owner_isToldByMail_andSoIsWhoNeedsTheRoom() throws Exception {
        GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        SiteSettings settings = settings(true, Visibility.BUSY)
                .with(draft -> draft.notices = new NoticeSettings(
                        false,
                        Optional.of(new MailSettings(
                                "127.0.0.1",
                                mail.getSmtp().getPort(),
                                MailSettings.Security.NONE,
                                Optional.empty(),
                                Optional.empty(),
                                "berth@example.org"))));
        try (TestService service = open(settings)) {
            for (String user : List.of("ana", "ben", "olga")) {
                wantsMail(service, mail, user);
            }
            String hers = book(service, "ana", "train", 10, 12).is(201).text("id");
            book(service, "ben", "course", 10, 13).is(409);
            String asked = mailed(mail, "ana@example.org", "May train be more flexible? (q1)");
            assertThat(asked)
                    .contains(
                            "May %s end as late as".formatted(hers),
                            "from 2.00 to 1.50",
                            "berth accept q1",
                            "decline q1")
                    .doesNotContain("ben", "course");
            service.send("ana", "POST", "/asks/q1/accept", "").is(200);
            assertThat(mailed(mail, "ben@example.org", "course (r2) has room now"))
                    .contains("berth confirm r2");
            service.send("olga", "POST", "/asks", order(hers, 17, "")).is(201);
            service.send("ana", "POST", "/asks/q2/decline", "").is(200);
            mailed(mail, "olga@example.org", "train (q2) was declined");
        } finally {
            mail.stop();
        }
    }

    private static void wantsMail(TestService service, GreenMail mail, String user) throws Exception {
        int before = mail.getReceivedMessages().length;
        service.send(
                        user,
                        "PATCH",
                        "/notices",
                        "{\"mail\":\"%s@example.org\",\"kinds\":[\"asked\",\"ask-declined\",\"room-found\"]}"
                                .formatted(user))
                .is(200);
        Awaitility.await("code").until(() -> mail.getReceivedMessages().length > before);
        String code =
                GreenMailUtil.getBody(mail.getReceivedMessages()[before]).replaceAll("(?s).*Code: (\\S+).*", "$1");
        service.send(user, "POST", "/notices/confirm", "{\"code\":\"%s\"}".formatted(code))
                .is(200);
    }

    private static String mailed(GreenMail mail, String to, String subject) {
        MimeMessage message = Awaitility.await(subject)
                .atMost(Durations.ONE_MINUTE)
                .until(
                        () -> Arrays.stream(mail.getReceivedMessages())
                                .filter(each -> isMeant(each, to, subject))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        return GreenMailUtil.getBody(message).replaceAll("=\\r?\\n", "");
    }

    private static boolean isMeant(MimeMessage message, String to, String subject) {
        try {
            return message.getSubject().contains(subject)
                    && message.getAllRecipients()[0].toString().equals(to);
        } catch (jakarta.mail.MessagingException e) {
            throw new AssertionError(e);
        }
    }
}
