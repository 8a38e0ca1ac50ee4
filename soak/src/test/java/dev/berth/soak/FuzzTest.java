package dev.berth.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.soak.fuzz.Corpus;
import dev.berth.soak.fuzz.Fuzzer;
import dev.berth.soak.target.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every reader under mutated input for some seconds; {@code tools/fuzz} goes on for as long as told. */
class FuzzTest {
    private static final Path CORPUS = Path.of("src", "main", "corpus");
    private static final Duration TIME =
            Duration.ofMillis(Long.getLong("berth.fuzz.millis", Boolean.getBoolean("berth.sample") ? 600 : 1_500));
    private static final long SEED = Long.getLong("berth.seed", 20_261_115);

    static Stream<String> targets() {
        return Targets.all().keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void hostileInput_isRefusedAsDocumented_withinItsBudget(String target) throws IOException {
        Fuzzer.Result result = Fuzzer.run(Targets.all().get(target), new Corpus(CORPUS).of(target), TIME, SEED);
        System.out.println(result);
        result.finding().ifPresent(finding -> {
            throw new AssertionError(result + "; the input is " + kept(finding.input()));
        });
        assertThat(result.branches())
                .as("branches of Berth's own code reached by %s", target)
                .isGreaterThan(40);
    }

    private static Path kept(byte[] input) {
        try {
            return Files.write(Path.of("target", "finding-" + SEED), input).toAbsolutePath();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
