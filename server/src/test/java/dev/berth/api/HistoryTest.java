package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How busy the servers were, computed by hand. */
class HistoryTest {
    @TempDir
    private Path data;

    /**
     * Six servers, of which 2 are busy from 8:00 to 9:30 and 4 from 8:30 to 9:00; 2 more are added at 9:00. The history
     * is read at 10:00, when four steps of half an hour since 8:00 are over.
     */
    @Test
    void useAndRefusalsByHand() {
        try (TestService service = new TestService(data)) {
            book(service, "long", "fast", 2, "08:00", "09:30");
            book(service, "short", "slow", 4, "08:30", "09:00");
            service.send(
                            "ana",
                            "POST",
                            "/offers",
                            "{\"name\":\"x\",\"servers\":9,\"work\":\"PT1H\",\"deadline\":\"2026-11-16T20:00:00Z\"}")
                    .is(200);
            until(service, "2026-11-16T08:30:00Z");
            until(service, "2026-11-16T09:00:00Z");
            service.send("olga", "POST", "/pools/fast/servers", "{\"count\":2}").is(200);
            service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{\"name\":\"x\",\"servers\":9,\"work\":\"PT1H\",\"deadline\":\"2026-11-16T20:00:00Z\"}")
                    .is(409);
            until(service, "2026-11-16T09:30:00Z");
            until(service, "2026-11-16T10:00:00Z");
            TestService.Result history = service.get("olga", "/history?step=PT30M&from=2026-11-16T07:30:00Z")
                    .is(200);
            assertThat(history.text("since")).isEqualTo(TestService.START);
            assertThat(column(history, "busy")).isEqualTo("0.000 1.000 3.000 1.000 0.000 ");
            assertThat(column(history, "available")).isEqualTo("0.000 3.000 3.000 4.000 4.000 ");
            assertThat(history.at("/stretches/1/refusals").toString()).isEqualTo("{\"too-many-servers\":1}");
            assertThat(history.at("/stretches/3/refusals").toString()).isEqualTo("{\"too-many-servers\":1}");
        }
    }

    /** Reservations that still run count until now. */
    @Test
    void whatRunsCounts() {
        try (TestService service = new TestService(data)) {
            book(service, "long", "fast", 2, "08:00", "12:00");
            until(service, "2026-11-16T08:45:00Z");
            assertThat(column(service.get("olga", "/history?step=PT30M&from=2026-11-16T08:00:00Z"), "busy"))
                    .isEqualTo("1.000 0.500 ");
        }
    }

    private static String column(TestService.Result history, String field) {
        StringBuilder column = new StringBuilder();
        history.at("/stretches")
                .forEach(each -> column.append(each.path(field).asText()).append(' '));
        return column.toString();
    }

    private static void book(TestService service, String name, String pool, int servers, String from, String to) {
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{"
                                + TestService.exactly(
                                                name,
                                                "2026-11-16T" + from + ":00Z",
                                                "2026-11-16T" + to + ":00Z",
                                                servers)
                                        .replace("fast", pool)
                                + "}")
                .is(201);
    }

    /** Lets time pass. A write makes the book notice, and after the next it has told everybody. */
    private static void until(TestService service, String time) {
        service.clock.move(Duration.between(service.clock.instant(), Instant.parse(time)));
        service.send("admin", "PUT", "/accounts/vera", "{\"role\":\"viewer\"}").is(200);
        service.send("admin", "PUT", "/accounts/vera", "{\"role\":\"viewer\"}").is(200);
    }
}
