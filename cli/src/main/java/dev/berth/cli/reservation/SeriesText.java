package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.words.Moments;

/** A series of recurring reservations in words: a row for each occurrence. */
record SeriesText(Moments moments) {
    /** Ids of series begin with an s, those of reservations with an r. */
    static boolean isSeries(String id) {
        return id.matches("s[0-9]+");
    }

    String text(String before, JsonNode series) {
        AnswerText words = new AnswerText(moments);
        Columns columns = new Columns("READY", "STATE", "ID", "POOL", "START", "END", "PRICE");
        for (JsonNode occurrence : series.path("occurrences")) {
            JsonNode one = occurrence.path("reservation");
            columns.row(
                    words.time(occurrence, "ready"),
                    AnswerText.text(occurrence, "state"),
                    AnswerText.text(one, "id"),
                    AnswerText.text(one, "pool"),
                    words.time(one, "start"),
                    words.time(one, "end"),
                    AnswerText.text(one, "price"));
        }
        return before + AnswerText.text(series, "series") + "\n" + columns;
    }
}
