package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.remote.JsonTree;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReservationStandingTest {
    private static JsonNode answer(String waited) throws IOException {
        return JsonTree.read("""
                {"now": "2026-11-16T08:00:20Z", "waited": "%s", "seen": "x", "reservation": {"state": "running", "pool": "p",
                 "start": "2026-11-16T08:00:00Z", "end": "2026-11-16T08:01:00Z", "serverNumbers": [0]}}
                """.formatted(waited));
    }

    @Test
    void theEnd_isCountedFromWhenTheServiceLooked() throws IOException {
        // Asked at 5 s of this machine's clock and withheld for 20 s: 40 s were left at 25 s.
        assertThat(ReservationStanding.read(answer("PT20S"), 5_000_000_000L).endNanos())
                .isEqualTo(65_000_000_000L);
        assertThat(ReservationStanding.read(answer("PT0S"), 5_000_000_000L).endNanos())
                .isEqualTo(45_000_000_000L);
    }

    @Test
    void servers_areRanges_orNames() {
        assertThat(new RunServers(List.of(0, 1, 2, 7), List.of("0", "1", "2", "7"), List.of(), List.of(), List.of()))
                .hasToString("servers 0-2, 7");
        assertThat(new RunServers(List.of(0, 1), List.of("gpu0", "gpu1"), List.of(), List.of(), List.of()))
                .hasToString("servers gpu0, gpu1");
        assertThat(new RunServers(List.of(3), List.of("3"), List.of(), List.of(), List.of()))
                .hasToString("server 3");
    }
}
