package dev.berth.cli.persona;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.service.settings.MailSettings;
import dev.berth.service.settings.NoticeSettings;
import dev.berth.service.site.TimeSource;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The operator of a cluster: last month's report by project, a quota for a project, and word of a move by mail and by webhook.
 */
class OperatorTest {
    @TempDir
    private Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-10-05T08:00:00Z"));
    private final BlockingQueue<String> posted = new LinkedBlockingQueue<>();
    private HttpServer receiver;
    private GreenMail mail;
    private Shop shop;

    @BeforeEach
    void open() throws IOException {
        mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        MailSettings server = new MailSettings(
                "127.0.0.1",
                mail.getSmtp().getPort(),
                MailSettings.Security.NONE,
                Optional.empty(),
                Optional.empty(),
                "berth@example.org");
        shop = new Shop(
                directory,
                () -> new TimeSource.Reading(now.get().toEpochMilli(), now.get().toEpochMilli()),
                settings -> settings.withNotices(new NoticeSettings(true, Optional.of(server))));
    }

    @AfterEach
    void close() {
        shop.close();
        receiver.stop(0);
        mail.stop();
    }

    private Ran done(String... command) {
        Ran ran = shop.berth(command);
        assertThat(ran.code())
                .as("%s: %s", String.join(" ", command), ran.err())
                .isZero();
        return ran;
    }

    private JsonNode booked(String name, String project, String ready, String deadline) {
        return Shop.json(done(
                "book",
                name,
                "--work",
                "1h",
                "--servers",
                "2",
                "--pool",
                "fast",
                "--ready",
                ready,
                "--deadline",
                deadline,
                "--project",
                project,
                "--json"));
    }

    @Test
    void report_quota_andWordOfAMove() throws InterruptedException {
        done("project", "add", "climate", "--title", "Climate models", "--member", "admin");
        done("project", "add", "ice", "--member", "admin");
        booked("model", "climate", "2026-10-06T09:00", "2026-10-06T10:00");
        booked("melt", "ice", "2026-10-07T09:00", "2026-10-07T10:00");
        booked("again", "climate", "2026-10-08T09:00", "2026-10-08T10:00");
        now.set(Instant.parse("2026-11-16T08:00:00Z"));
        done("project", "change", "climate", "--quota", "2h/30d");

        // Two reservations of two server-hours each, and one, at 2 an hour.
        Ran report = done("report", "usage", "--by", "project", "--from", "2026-10-01", "--to", "2026-11-01", "--csv");
        assertThat(report.out()).isEqualTo("""
                        project,booked_hours,used_hours,idle_hours,refused,cost
                        "climate",4,4,0,0,8.00
                        "ice",2,2,0,0,4.00
                        """);

        booked("within", "climate", "2026-11-17T09:00", "2026-11-17T10:00");
        Ran beyond = shop.berth(
                "book",
                "beyond",
                "--work",
                "1h",
                "--pool",
                "fast",
                "--deadline",
                "2026-11-18T10:00",
                "--project",
                "climate");
        assertThat(beyond.code()).isEqualTo(1);
        assertThat(beyond.err()).contains("Quota of project climate", "2 server-hours");

        done("notices", "set", "--mail", "op@example.org", "--kinds", "moved");
        done("notices", "confirm", lastMail().replaceAll("(?s).*Code: (\\S+).*", "$1"));
        done("webhook", "add", "http://127.0.0.1:" + receiver.getAddress().getPort() + "/berth", "--kinds", "moved");
        JsonNode nightly = booked("nightly", "ice", "2026-11-18T09:00", "2026-11-18T18:00");
        done(
                "drain",
                "fast",
                "--servers",
                "0,1",
                "--from",
                nightly.path("start").asText(),
                "--to",
                nightly.path("end").asText(),
                "--move");
        String message = posted.poll(30, TimeUnit.SECONDS);
        assertThat(message).contains("\"moved\"", nightly.path("id").asText());
        assertThat(mail.waitForIncomingEmail(30_000, 2)).isTrue();
        assertThat(lastMail()).contains("nightly");
        assertThat(Shop.json(done("show", nightly.path("id").asText(), "--json"))
                        .path("start"))
                .isNotEqualTo(nightly.path("start"));
    }

    private String lastMail() {
        MimeMessage[] received = mail.getReceivedMessages();
        return Arrays.stream(received)
                .skip(received.length - 1L)
                .map(GreenMailUtil::getBody)
                .findFirst()
                .orElse("");
    }
}
