package dev.berth.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.Samples;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The numbers of refusals are a part of the API: their names and order stay, whatever the types of the engine are called. */
class RefusalJsonTest {
    @Test
    void numbers_haveTheNamesOfTheApi() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(RefusalJsonTest.class.getResourceAsStream("refusal-numbers.txt"))) {
            assertThat(Samples.refusals().stream().map(each -> each.code() + " " + RefusalJson.numbers(each)))
                    .containsExactlyElementsOf(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .toList());
        }
    }
}
