package dev.berth.cli.run.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PipedInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ComplaintsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final ByteArrayOutputStream rest = new ByteArrayOutputStream();

    private Complaints of(String said) {
        return new Complaints(new ByteArrayInputStream(said.getBytes(StandardCharsets.UTF_8)), rest);
    }

    @Test
    void aComplaint_isKept_andPassedOnOnceIfThatIsWanted() throws Exception {
        Complaints complaints = of("Connexion refusée\n");
        assertThat(complaints.text(LONG)).isEqualTo("Connexion refusée\n");
        assertThat(rest.size()).isZero();
        complaints.passOn();
        complaints.passOn();
        assertThat(rest.toString(StandardCharsets.UTF_8)).isEqualTo("Connexion refusée\n");
    }

    /** Ten megabytes are no complaint: they are passed on whole and in order, and hardly any of them are kept. */
    @Test
    void muchOutput_isPassedOn_andNotKept() throws Exception {
        String much = "0123456789".repeat(1 << 20);
        Complaints complaints = of(much);
        assertThat(complaints.text(LONG)).hasSizeLessThan(20_000);
        complaints.passOn();
        assertThat(rest.toString(StandardCharsets.UTF_8)).isEqualTo(much);
    }

    @Test
    void aStreamThatStaysOpen_isNotWaitedFor() throws Exception {
        try (PipedInputStream silent = new PipedInputStream()) {
            assertThat(new Complaints(silent, rest).text(Duration.ofMillis(10))).isEmpty();
        }
    }
}
