package dev.berth.site.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Event;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Events of every kind, with everything that can be in them, as they were written once: they are read for ever, and
 * written the same. A new kind gets a line at the end of {@code golden/events.jsonl}; no line that is there changes.
 */
class GoldenEventsTest {
    private static List<String> lines() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(GoldenEventsTest.class.getResourceAsStream("/golden/events.jsonl"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static Event event(String line) {
        return Codec.read(Event.class, line.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void everyLine_isRead_andWrittenTheSame() throws IOException {
        for (String line : lines()) {
            assertThat(new String(Codec.write(Event.class, event(line)), StandardCharsets.UTF_8))
                    .isEqualTo(line);
        }
    }

    @Test
    void everyKindOfEvent_andOfWhatIsInIt_isThere() throws IOException, ClassNotFoundException {
        WrittenTypes types = new WrittenTypes();
        lines().forEach(line -> types.add(event(line)));
        assertThat(types.missing(name -> name.startsWith("dev.berth.engine.")))
                .as("a sample of it in Samples, and its line in golden/events.jsonl")
                .isEmpty();
    }
}
