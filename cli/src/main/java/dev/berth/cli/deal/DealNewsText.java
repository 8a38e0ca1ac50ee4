package dev.berth.cli.deal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Moments;

/** News of a deal since it was booked, in words. */
record DealNewsText(Moments moments) {
    /** A line for each piece of news, and what can be done about a deal that is broken; empty if there is none. */
    String of(JsonNode deal) {
        StringBuilder text = new StringBuilder();
        for (JsonNode news : deal.path("news")) {
            text.append("  %s  %s %s %s%n"
                    .formatted(
                            new AnswerText(moments).time(news, "seen"),
                            AnswerText.text(news, "site"),
                            AnswerText.text(news.path("now"), "id"),
                            happened(news)));
        }
        return (text.isEmpty() ? "" : "News:\n" + text) + advice(deal);
    }

    private String happened(JsonNode news) {
        JsonNode now = news.path("now");
        return switch (AnswerText.text(news, "what")) {
            case "moved" -> "moved from " + place(news.path("before")) + " to " + place(now);
            case "pulled-forward" -> "starts earlier: " + place(now) + " instead of " + place(news.path("before"));
            case "started" -> "started";
            case "lost" -> "lost: " + AnswerText.text(news, "detail");
            case "recovered" -> "has servers again: " + place(now);
            case "ended" -> ended(AnswerText.text(now, "state"));
            case "cancelled" -> "was cancelled at its site";
            case "replaced" -> "replaces what was lost: " + place(now);
            default -> AnswerText.text(news, "what");
        };
    }

    private static String ended(String how) {
        return switch (how) {
            case "finished-early" -> "finished early";
            case "no-show" -> "ended: nobody used its servers";
            case "forgotten" -> "ended; its site no longer knows how";
            default -> "ended";
        };
    }

    private String place(JsonNode reserved) {
        AnswerText words = new AnswerText(moments);
        return "%s, %s to %s"
                .formatted(
                        AnswerText.text(reserved, "pool"), words.time(reserved, "start"), words.time(reserved, "end"));
    }

    private static String advice(JsonNode deal) {
        return AnswerText.text(deal, "state").equals("broken")
                ? "The other parts still stand. Book what is missing with berth deals book, or cancel the rest: berth deals cancel %s%n"
                        .formatted(AnswerText.text(deal, "id"))
                : "";
    }
}
