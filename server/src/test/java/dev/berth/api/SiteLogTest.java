package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.log.RecordedLog;
import dev.berth.engine.model.PoolId;
import dev.berth.service.guard.NoShowLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

/** Log lines that operators must not miss, from real events at a site. */
class SiteLogTest {
    private static final String HOSTILE = "x\\\" level=ERROR";

    private final RecordedLog log = new RecordedLog();
    private TestService service;

    @BeforeEach
    void open(@TempDir Path data) {
        service = new TestService(
                data,
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.noShows = new NoShowLimits(
                                Map.of(new PoolId("gpu"), Duration.ofMinutes(10).toMillis()))));
    }

    @AfterEach
    void close() {
        service.close();
        log.close();
    }

    private String booked(String name, int servers) {
        return service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly(name, "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", servers) + "}")
                .is(201)
                .text("id");
    }

    /** Lets time pass with a write that changes nothing: once it is answered, everything due has happened. */
    private void tick() {
        service.send("ana", "POST", "/reservations/r999/confirm", "").is(404);
    }

    private String fields(String words) {
        return RecordedLog.fields(log.one(words));
    }

    @Test
    void startAndStop() {
        assertThat(fields("Service started")).contains("site=test", "address=127.0.0.1:", "version=");
        service.send("olga", "POST", "/pools", "{\"name\":\"gpu\",\"rate\":\"1\",\"servers\":2}")
                .is(201);
        assertThat(fields("Pool added")).isEqualTo("info pool=gpu servers=2 by=olga");
        service.close();
        assertThat(fields("Service stopped")).startsWith("info site=test address=127.0.0.1:");
        service.restart();
    }

    @Test
    void failedServers_degradedDisplacedAndRecoveredReservations() {
        String both = booked(HOSTILE, 2);
        service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[0],\"until\":\"2026-11-20T09:00:00Z\"}")
                .is(200);
        assertThat(fields("Servers failed")).isEqualTo("warn pool=fast servers=0 until=2026-11-20T09:00:00Z by=olga");
        assertThat(fields("Reservation degraded"))
                .startsWith("warn reservation=" + both + " name=x\" level=ERROR user=ana pool=fast by=olga why=");
        service.send("olga", "POST", "/pools/fast/restore", "{\"servers\":[0]}").is(200);
        assertThat(fields("Failed servers restored")).isEqualTo("info pool=fast servers=0 by=olga");
        tick();
        assertThat(fields("Reservation recovered"))
                .startsWith("info reservation=" + both)
                .contains("start=2026-11-16T09:00:00Z", "end=2026-11-16T11:00:00Z");

        service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[0,1]}").is(200);
        service.clock.move(Duration.ofMinutes(61));
        tick();
        assertThat(fields("Reservation displaced"))
                .startsWith("warn reservation=" + both)
                .contains("user=ana", "pool=fast", "by=time", "why=servers 0 and 1 failed at 2026-11-16T08:00:00Z; no");
    }

    @Test
    void drainedServers() {
        service.send("olga", "POST", "/pools/slow/drain", "{\"servers\":[1,2],\"to\":\"2026-11-17T08:00:00Z\"}")
                .is(200);
        assertThat(fields("Servers drained"))
                .isEqualTo("info pool=slow servers=1-2 until=2026-11-17T08:00:00Z by=olga");
    }

    @Test
    void booking_isWrittenAtTheLevelDebugOnly() {
        booked("one", 1);
        // Logged after the booking, which has been looked at by then.
        service.send("olga", "POST", "/pools", "{\"name\":\"gpu\",\"rate\":\"1\",\"servers\":2}")
                .is(201);
        log.one("Pool added");
        assertThat(log.saying("Reservation booked")).isEmpty();
        try (RecordedLog detailed = new RecordedLog(Level.DEBUG)) {
            String id = booked("two", 1);
            assertThat(RecordedLog.fields(detailed.one("Reservation booked")))
                    .isEqualTo(
                            "debug reservation=" + id
                                    + " name=two user=ana pool=fast by=ana start=2026-11-16T09:00:00Z end=2026-11-16T11:00:00Z");
        }
    }

    @Test
    void guardAndNoShow() {
        service.send("olga", "POST", "/pools", """
                {"name":"gpu","rate":"1","serverList":[{"name":"left","host":"dgx","device":"GPU-a"}]}""").is(201);
        service.send("admin", "PUT", "/accounts/vera", "{\"role\":\"guard\"}").is(200);
        String id = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{"
                                + exactly("job", TestService.START, "2026-11-16T12:00:00Z", 1)
                                        .replace("\"fast\"", "\"gpu\"")
                                + "}")
                .is(201)
                .text("id");
        seen();
        assertThat(fields("Guard reports")).isEqualTo("info host=dgx");
        for (int i = 0; i < 11; i++) {
            service.clock.move(Duration.ofMinutes(1));
            seen();
        }
        assertThat(fields("Reservation given back"))
                .contains("info reservation=" + id + " name=job user=ana pool=gpu by=vera why=nobody");
        service.clock.move(Duration.ofMinutes(6));
        assertThat(fields("Guard is silent")).startsWith("warn host=dgx last=2026-11-16T08:11:00Z");
        seen();
        assertThat(fields("Guard reports again")).startsWith("info host=dgx last=2026-11-16T08:11:00Z");
        service.send("olga", "POST", "/pools/gpu/fail", "{\"servers\":[0]}").is(200);
        assertThat(fields("Servers failed")).isEqualTo("warn pool=gpu servers=left by=olga");
    }

    private void seen() {
        service.send("vera", "POST", "/hosts/dgx/uses", "{\"devices\":[\"GPU-a\"],\"cores\":true,\"uses\":[]}")
                .is(200);
    }

    @Test
    void clock_thatIsNotBelieved_andIsAgain() {
        service.clock.jump(Duration.ofDays(3));
        tick();
        assertThat(log.one("The clock of this machine").get("level").asText()).isEqualTo("error");
        String seen = service.get("olga", "/clock").text("wall");
        service.send("olga", "POST", "/clock/accept", "{\"time\":\"" + seen + "\"}")
                .is(200);
        assertThat(fields("The clock is believed")).startsWith("info from=2026-11-19T08:00:0");
    }

    @Test
    void failedSignIn() {
        service.send("", "POST", "/sign-in", "{\"account\":\"ana\",\"password\":\"a wrong password\",\"browser\":true}")
                .is(401);
        assertThat(fields("Sign-in failed")).isEqualTo("warn account=ana why=from 127.0.0.1");
    }
}
