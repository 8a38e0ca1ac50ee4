package dev.berth.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.soak.instances.InstancesSoak;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each fault once; {@code tools/instances} goes on for as long as told. */
class InstancesSoakTest {
    @Test
    @Timeout(300)
    void threeInstancesThroughAllFaults_loseAndDoubleNothing(@TempDir Path directory) throws Exception {
        long seed = Long.getLong("berth.seed", System.nanoTime());

        assertThat(InstancesSoak.run(directory, Duration.ofSeconds(1), List.of(), seed))
                .as("seed %d; the violations are in the output", seed)
                .isTrue();
    }
}
