package dev.berth.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.soak.brokers.BrokersSoak;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker killed a few times, half as often in the sample of {@code ./check}; {@code tools/brokers} goes on for as long as told. */
class BrokersSoakTest {
    @Test
    @Timeout(300)
    void brokerKilledAmongSitesInTrouble_leavesNoHalfADeal(@TempDir Path directory) throws Exception {
        long seed = Long.getLong("berth.seed", System.nanoTime());
        int faults = Boolean.getBoolean("berth.sample") ? 2 : 4;

        assertThat(BrokersSoak.run(directory, Duration.ofSeconds(1), faults, seed))
                .as("seed %d; the violations are in the output", seed)
                .isTrue();
    }
}
