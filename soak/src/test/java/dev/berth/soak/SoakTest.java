package dev.berth.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.soak.fuzz.Corpus;
import dev.berth.soak.service.ServiceSoak;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A soak of seconds, with half the kills in the sample of {@code ./check}; {@code tools/soak} goes on for as long as told. */
class SoakTest {
    @Test
    @Timeout(300)
    void allFaultsTogether_loseNothingAcknowledged(@TempDir Path directory) throws Exception {
        Corpus corpus = new Corpus(Path.of("src", "main", "corpus"));
        long seed = Long.getLong("berth.seed", 20_261_115);
        int kills = Boolean.getBoolean("berth.sample") ? 2 : 4;

        assertThat(ServiceSoak.run(directory, corpus, Duration.ofMinutes(2), kills, seed))
                .as("seed %d: nothing lost, doubled or failed; the violations are in the output", seed)
                .isTrue();
    }
}
