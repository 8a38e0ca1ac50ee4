package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.words.Moments;

/** Entries of the waiting list, in words. */
record WaitText(Moments moments) {
    static final String COLLECTION = "/waiting";

    static boolean isEntry(String id) {
        return id.matches("e[1-9][0-9]{0,17}");
    }

    /** Sentence about a job that waits now. */
    String listed(JsonNode entry) {
        return "%s waits for what comes free, as %s of %s, until %s; %s%n"
                .formatted(
                        text(entry, "id"),
                        text(entry, "place"),
                        text(entry, "waiting"),
                        time(entry, "until"),
                        entry.path("tell").asBoolean()
                                ? "what comes free is held for you, and you are told"
                                : "it is booked once there is room, and you are told");
    }

    /** Entries as a table. */
    String table(JsonNode entries) {
        Columns columns = new Columns(
                "ENTRY", "NAME", "USER", "STATE", "PLACE", "READY", "DEADLINE", "UNTIL", "SERVED", "DECLINE BY");
        for (JsonNode entry : entries) {
            columns.row(
                    text(entry, "id"),
                    text(entry, "name"),
                    text(entry, "user"),
                    text(entry, "state"),
                    entry.has("place") ? text(entry, "place") + " of " + text(entry, "waiting") : "",
                    time(entry, "ready"),
                    time(entry, "deadline"),
                    time(entry, "until"),
                    text(entry, "reservation"),
                    time(entry, "declineBy"));
        }
        return columns.toString();
    }

    private String time(JsonNode entry, String field) {
        return entry.has(field) ? new AnswerText(moments).time(entry, field) : "";
    }

    private static String text(JsonNode node, String field) {
        return AnswerText.text(node, field);
    }
}
