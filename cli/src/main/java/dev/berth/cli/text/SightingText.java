package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.words.MemorySize;
import dev.berth.words.Moments;
import dev.berth.words.PartWords;
import java.util.ArrayList;
import java.util.List;

/** Use without a reservation, in words for people. */
public record SightingText(Moments moments) {
    /** More memory of a card than booked. */
    public String excess(JsonNode excess) {
        List<String> ids = new ArrayList<>();
        excess.path("reservations").forEach(each -> ids.add(each.asText()));
        return "%s has taken %s of gpu %d of %s, more than the %s of %s, since %s"
                .formatted(
                        AnswerText.text(excess, "user"),
                        PartWords.counted(PartWords.MEMORY, excess.path("used").asLong()),
                        excess.path("card").asInt(),
                        AnswerText.text(excess, "server"),
                        MemorySize.words(excess.path("booked").asLong()),
                        String.join(" and ", ids),
                        moments.text(AnswerText.text(excess, "since")));
    }

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
