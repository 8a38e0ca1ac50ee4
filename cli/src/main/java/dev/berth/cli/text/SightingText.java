package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.words.Moments;
import java.util.ArrayList;
import java.util.List;

/** Use without a reservation, in words for people. */
public record SightingText(Moments moments) {
    public String line(JsonNode sighting) {
        List<String> servers = new ArrayList<>();
        sighting.path("servers").forEach(each -> servers.add(each.asText()));
        return "%s uses %s on %s without a reservation, since %s"
                .formatted(
                        sighting.has("user")
                                ? "%s (process %s, %s)"
                                        .formatted(
                                                AnswerText.text(sighting, "user"),
                                                AnswerText.text(sighting, "pid"),
                                                AnswerText.text(sighting, "process"))
                                : "Somebody",
                        servers.isEmpty() ? "cores" : String.join(" or ", servers),
                        AnswerText.text(sighting, "host"),
                        moments.text(AnswerText.text(sighting, "since")));
    }
}
