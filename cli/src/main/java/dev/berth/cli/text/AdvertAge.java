package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Age of advertised slots, of a site that advertises periodically. */
public final class AdvertAge {
    /** Younger ones are of now. */
    private static final Duration NOW = Duration.ofMinutes(1);

    private AdvertAge() {}

    /** How long ago the slots of an answer were advertised, in words; empty if they are of now. */
    public static Optional<String> of(JsonNode answer, Moments moments) {
        Duration age = Duration.between(
                Instant.parse(AnswerText.text(answer, "advertised")),
                moments.clock().instant());
        return age.compareTo(NOW) < 0 ? Optional.empty() : Optional.of(Spans.roughly(age));
    }
}
