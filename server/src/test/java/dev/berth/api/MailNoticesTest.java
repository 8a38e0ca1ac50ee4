package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.berth.api.log.RecordedLog;
import dev.berth.service.notice.MailSettings;
import dev.berth.service.notice.NoticeSettings;
import dev.berth.service.notice.SmtpSocket;
import jakarta.mail.internet.MimeMessage;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notices by mail, taken by a real SMTP server. */
class MailNoticesTest {
    private GreenMail mail;

    @TempDir
    private Path data;

    @BeforeEach
    void open() {
        mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        mail.setUser("berth@example.org", "berth", "secret");
    }

    @AfterEach
    void close() {
        mail.stop();
    }

    private TestService service(MailSettings.Security tls) throws Exception {
        Path password = Files.writeString(data.resolve("password"), "secret\n");
        return new TestService(
                data.resolve("site"),
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.address = Optional.of(URI.create("https://berth.example.org")))
                        .with(draft -> draft.notices = new NoticeSettings(
                                false,
                                Optional.of(new MailSettings(
                                        "127.0.0.1",
                                        mail.getSmtp().getPort(),
                                        tls,
                                        Optional.of("berth"),
                                        Optional.of(password),
                                        "berth@example.org")))));
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await("mails")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                .until(condition::getAsBoolean);
    }

    private int count() {
        return mail.getReceivedMessages().length;
    }

    private static String book(TestService service, String name) {
        return service.send("ana", "POST", "/reservations", "{" + TestService.job(name) + "}")
                .is(201)
                .text("id");
    }

    private String code() {
        return GreenMailUtil.getBody(mail.getReceivedMessages()[0]).replaceAll("(?s).*Code: (\\S+).*", "$1");
    }

    @Test
    void address_isUsedOnceConfirmedAndUntilUnsubscribed() throws Exception {
        try (TestService service = service(MailSettings.Security.NONE)) {
            assertThat(service.send(
                                    "ana",
                                    "PATCH",
                                    "/notices",
                                    "{\"mail\":\"ana@example.org\",\"zone\":\"Europe/Berlin\"}")
                            .is(200)
                            .text("unconfirmed"))
                    .isEqualTo("ana@example.org");
            await(() -> count() == 1);
            service.send("ana", "PATCH", "/notices", "{\"mail\":\"ana@example.org\"}")
                    .is(429);
            book(service, "unseen");
            service.send("ana", "POST", "/notices/confirm", "{\"code\":\"wrong\"}")
                    .is(404);
            service.send("ben", "POST", "/notices/confirm", "{\"code\":\"" + code() + "\"}")
                    .is(404);
            service.send("ana", "POST", "/notices/confirm", "{\"code\":\"" + code() + "\"}")
                    .is(200);
            service.send("ana", "POST", "/notices/confirm", "{\"code\":\"" + code() + "\"}")
                    .is(404);

            String id = book(service, "first");
            await(() -> count() == 2);
            MimeMessage first = mail.getReceivedMessages()[1];
            assertThat(first.getSubject()).isEqualTo("[test] first (" + id + ") is confirmed");
            assertThat(first.getHeader("Auto-Submitted")).containsExactly("auto-generated");
            assertThat(first.getAllRecipients()).hasSize(1);
            assertThat(first.getMessageID()).endsWith("@berth.example.org>");
            assertThat(GreenMailUtil.getBody(first)).contains("Start:", " CET");

            // What comes within seconds is one mail.
            book(service, "second");
            book(service, "third");
            service.clock.move(Duration.ofSeconds(11));
            await(() -> count() == 3);
            assertThat(mail.getReceivedMessages()[2].getSubject())
                    .isEqualTo("[test] 2 notices about your reservations");

            String link =
                    first.getHeader("List-Unsubscribe")[0].replaceAll("<https://berth.example.org/api/v1(.*)>", "$1");
            assertThat(service.response(HttpRequest.newBuilder(service.uri(link))
                                    .header("Content-Type", "application/x-www-form-urlencoded")
                                    .POST(HttpRequest.BodyPublishers.ofString("List-Unsubscribe=One-Click"))
                                    .build())
                            .statusCode())
                    .isEqualTo(204);
            assertThat(service.get("ana", "/notices").at("/kinds")).isEmpty();
            service.send("", "POST", link + "x", "").is(404);
        }
    }

    @Test
    void serverThatIsDown_delaysNoBookingAndGetsTheMailLater() throws Exception {
        try (TestService service = service(MailSettings.Security.NONE);
                RecordedLog log = new RecordedLog()) {
            service.send("ana", "PATCH", "/notices", "{\"mail\":\"ana@example.org\"}")
                    .is(200);
            service.send("ana", "POST", "/notices/confirm", "{\"code\":\"" + code() + "\"}")
                    .is(200);
            int port = mail.getSmtp().getPort();
            mail.stop();
            book(service, "first");
            assertThat(RecordedLog.fields(log.one("Notice not delivered")))
                    .startsWith("warn to=mail ana attempt=1 next=");
            service.restart();
            mail = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
            mail.start();
            mail.setUser("berth@example.org", "berth", "secret");
            // A trial of before may fail only now, and the next one comes a while after that.
            await(() -> {
                service.clock.move(Duration.ofSeconds(11));
                return count() > 0;
            });
            assertThat(GreenMailUtil.getWholeMessage(mail.getReceivedMessages()[0]))
                    .contains("first (r1)");
        }
    }

    @Test
    void lostServers_areNamedInTheMail_withTheTimesOfTheReader() throws Exception {
        try (TestService service = service(MailSettings.Security.NONE)) {
            service.send("ana", "PATCH", "/notices", "{\"mail\":\"ana@example.org\",\"zone\":\"Europe/Berlin\"}")
                    .is(200);
            await(() -> count() == 1);
            service.send("ana", "POST", "/notices/confirm", "{\"code\":\"" + code() + "\"}")
                    .is(200);
            service.send("ana", "PATCH", "/notices", "{\"kinds\":[\"degraded\",\"released\"]}")
                    .is(200);
            service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + TestService.exactly("course", "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 2)
                                    + "}")
                    .is(201);
            service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[1]}")
                    .is(200);
            await(() -> count() == 2);
            assertThat(mail.getReceivedMessages()[1].getSubject()).isEqualTo("[test] course (r1) has lost its servers");
            assertThat(body(1))
                    .contains("Reason:  server 1 failed;", "Mon 16 Nov 2026 12:00 CET")
                    .doesNotContain("2026-11-16T");
            service.clock.move(Duration.ofMinutes(61));
            await(() -> count() == 3);
            assertThat(mail.getReceivedMessages()[2].getSubject()).isEqualTo("[test] course (r1) was released");
            assertThat(body(2)).contains("server 1 failed at Mon 16 Nov 2026 09:00 CET;");
        }
    }

    /** Without the line breaks that mail makes of long lines. */
    private String body(int number) throws Exception {
        return String.valueOf(mail.getReceivedMessages()[number].getContent());
    }

    @Test
    void serverWithoutTls_isNotUsedIfTlsIsRequired() throws Exception {
        try (TestService service = service(MailSettings.Security.STARTTLS)) {
            service.send("ana", "PATCH", "/notices", "{\"mail\":\"ana@example.org\"}")
                    .is(409)
                    .code("no-mail");
            assertThat(count()).isZero();
            assertThat(service.get("ana", "/notices").json().has("unconfirmed")).isFalse();
            for (String bad : new String[] {"x", "a@b\\r\\nBcc: c@d", "A <a@b.org>", "a@b.org,c@d.org"}) {
                service.send("ana", "PATCH", "/notices", "{\"mail\":\"" + bad + "\"}")
                        .is(422);
            }
        }
    }

    @Test
    void refusalForGood_isADeadLetter_andOneForNowIsTriedAgain() throws Exception {
        try (SmtpSocket server = new SmtpSocket(null);
                TestService service = new TestService(
                        data.resolve("small"),
                        new Contract(),
                        TestService.usual()
                                .with(draft -> draft.notices = new NoticeSettings(
                                        false,
                                        Optional.of(new MailSettings(
                                                "127.0.0.1",
                                                server.port(),
                                                MailSettings.Security.NONE,
                                                Optional.empty(),
                                                Optional.empty(),
                                                "berth@example.org")))))) {
            service.send("ana", "PATCH", "/notices", "{\"mail\":\"ana@example.org\"}")
                    .is(200);
            String code = server.messages().getFirst().replaceAll("(?s).*Code: (\\S+).*", "$1");
            service.send("ana", "POST", "/notices/confirm", "{\"code\":\"" + code + "\"}")
                    .is(200);

            server.reply("RCPT", "550 nobody here");
            book(service, "first");
            await(() -> service.get("admin", "/notices/queue").at("/failures").size() == 1);
            assertThat(service.get("admin", "/notices/queue")
                            .at("/failures/0/reason")
                            .asText())
                    .contains("code 550");

            server.reply("RCPT", "450 later");
            service.clock.move(Duration.ofSeconds(11));
            book(service, "second");
            service.clock.move(Duration.ofSeconds(11));
            assertThat(service.get("admin", "/notices/queue").at("/waiting").asInt())
                    .isEqualTo(1);
            server.reply("RCPT", "250 fine");
            service.send("admin", "POST", "/notices/queue/resend", "").is(200);
            await(() -> {
                service.clock.move(Duration.ofSeconds(11));
                return service.get("admin", "/notices/queue").at("/waiting").asInt() == 0;
            });
            assertThat(service.get("admin", "/notices/queue").at("/failures")).isEmpty();
            assertThat(String.join("", server.messages())).contains("first (r1)", "second (r2)");
        }
    }
}
