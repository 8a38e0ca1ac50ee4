package dev.berth.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.soak.runs.RunsSoak;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A few commands in reservations while what runs them is killed; {@code tools/runs} runs as many as told. */
class RunsSoakTest {
    @Test
    @Timeout(180)
    void nothingOutlivesItsEnd_andNoServerIsUsedTwice(@TempDir Path directory) throws Exception {
        RunsSoak.Report report = RunsSoak.run(directory, 8, Long.getLong("berth.seed", 20_261_116));

        assertThat(report.violations()).as(report.toString()).isEmpty();
        assertThat(report.servicesKilled()).as(report.toString()).isPositive();
    }
}
