package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusalsKeptTest {
    private static final String TOO_MUCH =
            "{\"name\":\"x\",\"servers\":9,\"work\":\"PT1H\",\"deadline\":\"2026-11-16T20:00:00Z\"}";

    @TempDir
    private Path data;

    /** The first is written at once, the others together with it a minute later, or when the service stops. */
    @Test
    void stop_losesNone() {
        try (TestService service = new TestService(data)) {
            for (int i = 0; i < 3; i++) {
                service.send("ana", "POST", "/reservations", TOO_MUCH).is(409);
            }
            service.restart();
            TestService.Result report =
                    service.get("olga", "/reports/usage?by=user").is(200);
            assertThat(report.at("/total/refused").asLong()).isEqualTo(3);
            assertThat(report.at("/total/refusedHours").asText())
                    .as("three times nine servers for an hour")
                    .isEqualTo("27");
        }
    }
}
