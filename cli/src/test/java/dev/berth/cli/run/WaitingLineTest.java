package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.remote.JsonTree;
import dev.berth.words.Moments;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Messages to a user who waits. */
class WaitingLineTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final WaitingLine line = new WaitingLine(
            new PrintStream(said, true, StandardCharsets.UTF_8),
            new Moments(Clock.fixed(Instant.parse("2026-11-16T08:00:00Z"), ZoneOffset.UTC), ZoneOffset.UTC),
            false);

    private static ReservationStanding standing(String expected) {
        ObjectNode answer = JsonTree.object()
                .put("now", "2026-11-16T08:00:00Z")
                .put("seen", "1")
                .put("before", 0);
        ObjectNode reservation = answer.putObject("reservation")
                .put("state", "waiting")
                .put("pool", "alpha")
                .put("start", "2026-11-16T18:00:00Z")
                .put("end", "2026-11-16T19:00:00Z")
                .put("starts", "when-free");
        if (!expected.isEmpty()) {
            reservation.put("expectedStart", expected);
        }
        return ReservationStanding.read(answer, 0);
    }

    @Test
    void earlierStart_isSaidOnItsOwnLine() {
        line.show("r5", standing(""));
        line.show("r5", standing("2026-11-16T14:00:00Z"));
        line.show("r5", standing("2026-11-16T14:00:00Z"));
        assertThat(said.toString(StandardCharsets.UTF_8).lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains("r5 waits", "18:00, maybe earlier; you are next"),
                        second -> assertThat(second)
                                .contains("r5 is expected to start earlier: ", "14:00 instead of ", "18:00"),
                        third -> assertThat(third).contains("starts about ", "14:00, by ", "18:00 at the latest"));
    }
}
