package dev.berth.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import dev.berth.words.Unit;
import java.time.Duration;
import java.time.Instant;

/** News of a reservation as one line. */
record NewsText(Moments moments) {
    String line(JsonNode news) {
        return "%s  %s (%s) %s%n"
                .formatted(time(news, "time"), text(news, "name"), text(news, "reservation"), what(news));
    }

    private String what(JsonNode news) {
        return switch (text(news, "kind")) {
            case "confirmed" -> "is confirmed: " + place(news);
            case "held" -> "is held: " + place(news);
            case "queued" -> "is queued";
            case "starts-soon" -> "starts in " + until(news, "start");
            case "ends-soon" -> "ends in " + until(news, "end");
            case "started" -> "has started";
            case "moved" -> "has moved: " + place(news) + before(news);
            case "starts-early" -> "is pulled forward: " + place(news) + before(news);
            case "degraded" -> "has lost its servers";
            case "asked" ->
                "has an ask: may it end as late as %s, for %s less? Answer by %s: berth accept %s"
                        .formatted(
                                time(news, "deadline"),
                                text(news, "discount"),
                                time(news, "expires"),
                                text(news, "ask"));
            case "waited" ->
                switch (text(news, "entryState")) {
                    case "booked" ->
                        "came free and is booked; to give it up by %s, free of charge: berth decline %s"
                                .formatted(time(news, "declineBy"), text(news, "entry"));
                    case "offered" ->
                        "came free and is held for you until %s: berth confirm %s"
                                .formatted(time(news, "declineBy"), text(news, "reservation"));
                    default -> "has waited in vain: nothing came free in time";
                };
            case "idle" ->
                news.has("until")
                        ? "has been idle since %s; what is idle is given back in %s. If you need it: berth keep %s"
                                .formatted(time(news, "since"), until(news, "until"), text(news, "reservation"))
                        : "has been idle since " + time(news, "since");
            case "recovered" -> "has servers again: " + place(news);
            case "turned-away" -> "was turned away: " + text(news, "cause");
            default -> over(text(news, "cause"));
        };
    }

    private static String over(String cause) {
        return switch (cause) {
            case "finished-early" -> "has finished early";
            case "cancelled" -> "was cancelled";
            case "no-show" -> "was released because nobody used it";
            case "expired" -> "has expired: the hold was not confirmed in time";
            case "displaced" -> "was given up: its servers failed";
            case "turned-away" -> "was turned away";
            default -> "has ended";
        };
    }

    private String place(JsonNode news) {
        return "%s of pool %s, %s to %s"
                .formatted(
                        Unit.SERVER.counted(news.path("servers").asInt()),
                        text(news, "pool"),
                        time(news, "start"),
                        time(news, "end"));
    }

    private String before(JsonNode news) {
        return news.has("previousStart") ? " (before: " + time(news, "previousStart") + ")" : "";
    }

    private static String until(JsonNode news, String field) {
        Duration left = Duration.between(Instant.parse(text(news, "time")), Instant.parse(text(news, field)));
        // A reader who is reminded a moment late reads a whole number of minutes all the same.
        long minutes = left.plusSeconds(30).toMinutes();
        return Spans.words(minutes > 0 ? Duration.ofMinutes(minutes) : left);
    }

    private String time(JsonNode news, String field) {
        return moments.text(Instant.parse(text(news, field)));
    }

    private static String text(JsonNode news, String field) {
        return AnswerText.text(news, field);
    }
}
