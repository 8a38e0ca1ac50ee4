package dev.berth.cli.persona;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.notice.Receivers;
import dev.berth.cli.remote.Shop;
import dev.berth.site.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
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
    private Receivers receivers;
    private Shop shop;

    @BeforeEach
    void open() throws IOException {
        receivers = new Receivers();
        shop = new Shop(
                directory,
                () -> new TimeSource.Reading(now.get().toEpochMilli(), now.get().toEpochMilli()),
                receivers::settings);
    }

    @AfterEach
    void close() {
        shop.close();
        receivers.close();
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
                        project,booked_hours,used_hours,idle_hours,refused,refused_hours,cost,not_kept,not_kept_hours,opportunistic_hours
                        "climate",4,4,0,0,0,8.00,0,0,0
                        "ice",2,2,0,0,0,4.00,0,0,0
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
        done("notices", "confirm", receivers.code());
        done("webhook", "add", receivers.address(), "--kinds", "moved");
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
        String message = receivers.posted.poll(30, TimeUnit.SECONDS);
        assertThat(message).contains("\"moved\"", nightly.path("id").asText());
        assertThat(receivers.mail.waitForIncomingEmail(30_000, 2)).isTrue();
        assertThat(receivers.lastMail()).contains("nightly");
        assertThat(Shop.json(done("show", nightly.path("id").asText(), "--json"))
                        .path("start"))
                .isNotEqualTo(nightly.path("start"));
    }
}
