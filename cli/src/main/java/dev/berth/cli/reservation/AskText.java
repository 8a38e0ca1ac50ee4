package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.words.Moments;

/** Asks for flexibility, in words. */
record AskText(Moments moments) {
    static final String COLLECTION = "/asks";

    static boolean isAsk(String id) {
        return id.matches("q[1-9][0-9]{0,17}");
    }

    /** Asks as a table; empty if there are none. */
    String table(JsonNode asks) {
        if (asks.isEmpty()) {
            return "";
        }
        Columns columns = new Columns(
                "ASK", "STATE", "RESERVATION", "USER", "BY", "DEADLINE", "NEW DEADLINE", "PRICE", "EXPIRES");
        for (JsonNode ask : asks) {
            boolean isShown = ask.has("reservation");
            columns.row(
                    text(ask, "id"),
                    text(ask, "state"),
                    isShown ? text(ask, "reservation") : "room for " + text(ask.path("room"), "name"),
                    text(ask, "user"),
                    text(ask, "by"),
                    time(ask, "deadlineBefore"),
                    time(ask, "deadline"),
                    isShown ? text(ask, "priceAfter") + " instead of " + text(ask, "price") : "",
                    time(ask, "expires"));
        }
        return columns.toString();
    }

    /** One ask, with the commands that answer it. */
    String text(JsonNode ask) {
        StringBuilder text = new StringBuilder();
        line(text, "ask", text(ask, "id") + ", " + state(ask));
        if (ask.has("reservation")) {
            line(
                    text,
                    "reservation",
                    "%s, %s, of %s".formatted(text(ask, "reservation"), text(ask, "name"), text(ask, "user")));
            line(text, "asked by", text(ask, "by"));
            line(text, "deadline", time(ask, "deadline") + " instead of " + time(ask, "deadlineBefore"));
            line(text, "price", text(ask, "priceAfter") + " instead of " + text(ask, "price"));
        }
        if (ask.has("reason")) {
            line(text, "reason", text(ask, "reason"));
        }
        if (ask.has("room")) {
            line(text, "room for", room(ask.path("room")));
        }
        line(text, "expires", time(ask, "expires"));
        return text.toString();
    }

    private static String room(JsonNode room) {
        String who = room.has("user") ? " of " + text(room, "user") : "";
        String what = room.has("name") ? "the job " + text(room, "name") : "a job";
        return what + who + (room.has("held") ? ", held as " + text(room, "held") : "");
    }

    private static String state(JsonNode ask) {
        return text(ask, "state")
                + switch (text(ask, "why")) {
                    case "taken-back" -> ": it was taken back";
                    case "reservation-changed" -> ": the reservation has changed, started or ended";
                    case "another-accepted" -> ": another owner has accepted";
                    case "booked-otherwise" -> ": the job that needed room was booked otherwise";
                    default -> "";
                };
    }

    private String time(JsonNode ask, String field) {
        return new AnswerText(moments).time(ask, field);
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("%-12s %s%n".formatted(name, value));
    }

    private static String text(JsonNode node, String field) {
        return AnswerText.text(node, field);
    }
}
