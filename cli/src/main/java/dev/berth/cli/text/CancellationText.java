package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.words.Hundredths;
import dev.berth.words.Moments;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Fees for a late cancellation in words: until when it is free, and what it costs from when on. */
final class CancellationText {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private CancellationText() {}

    /** Costs of a decision to cancel a reservation, or not to come; empty if nothing of it was agreed. */
    static String of(JsonNode one, Moments moments) {
        JsonNode lateness = one.path("lateness");
        if (lateness.isMissingNode()) {
            return "";
        }
        Instant start = Instant.parse(AnswerText.text(lateness, "start"));
        List<String> words = new ArrayList<>();
        JsonNode steps = lateness.path("steps");
        for (JsonNode step : steps) {
            Instant from = start.minus(Duration.parse(AnswerText.text(step, "before")));
            if (words.isEmpty()) {
                words.add("free until " + moments.text(from.toString()));
            }
            words.add("%s%% from %s".formatted(percent(step, "share"), moments.text(from.toString())));
        }
        if (words.isEmpty()) {
            words.add("free");
        }
        if (lateness.path("linear").asBoolean()) {
            words.add("rising evenly in between");
        }
        if (lateness.has("reached")) {
            words.add("since the last change at least " + percent(lateness, "reached") + "%");
        }
        if (new BigDecimal(AnswerText.text(lateness, "noShow")).signum() > 0) {
            words.add(percent(lateness, "noShow") + "% more if nobody comes");
        }
        return String.join(", ", words);
    }

    private static String percent(JsonNode node, String field) {
        return Hundredths.of(new BigDecimal(AnswerText.text(node, field)).multiply(HUNDRED));
    }
}
