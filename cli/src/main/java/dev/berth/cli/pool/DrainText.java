package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import java.util.ArrayList;
import java.util.List;

/** Reservations affected by a drain and what happens to each, in words. */
record DrainText(AnswerText words) {
    private static final int MOST_NAMED = 20;

    static boolean isStuck(JsonNode outcome) {
        return AnswerText.text(outcome, "outcome").equals("cannot-move");
    }

    private static boolean isInTheWay(JsonNode outcome) {
        return !AnswerText.text(outcome, "outcome").equals("takes-other-servers");
    }

    static boolean anyStuck(JsonNode outcomes) {
        for (JsonNode each : outcomes) {
            if (isStuck(each)) {
                return true;
            }
        }
        return false;
    }

    /** @param isDone whether those that can have moved */
    String outcomes(JsonNode outcomes, boolean isDone) {
        Columns columns =
                new Columns("ID", "NAME", "USER", "SERVERS", "START", "END", isDone ? "OUTCOME" : "WITH --move");
        List<String> others = new ArrayList<>();
        boolean any = false;
        for (JsonNode each : outcomes) {
            JsonNode reservation = each.path("reservation");
            if (isInTheWay(each)) {
                any = true;
                columns.row(
                        AnswerText.text(reservation, "id"),
                        AnswerText.text(reservation, "name"),
                        AnswerText.text(reservation, "user"),
                        AnswerText.servers(reservation),
                        words.time(reservation, "start"),
                        words.time(reservation, "end"),
                        outcome(each, isDone));
            } else {
                others.add(AnswerText.text(reservation, "id"));
            }
        }
        return (any ? columns.toString() : "") + others(others);
    }

    private static String others(List<String> ids) {
        if (ids.isEmpty()) {
            return "";
        }
        String named = String.join(", ", ids.subList(0, Math.min(MOST_NAMED, ids.size())))
                + (ids.size() > MOST_NAMED ? " and " + (ids.size() - MOST_NAMED) + " more" : "");
        return ids.size() == 1
                ? "Keeps its time on other servers: %s%n".formatted(named)
                : "Keep their times on other servers: %s%n".formatted(named);
    }

    private String outcome(JsonNode outcome, boolean isDone) {
        JsonNode to = outcome.path("to");
        if (!isStuck(outcome)) {
            return "%s to %s - %s on %s"
                    .formatted(
                            isDone ? "moved" : "moves",
                            words.time(to, "start"),
                            words.time(to, "end"),
                            AnswerText.text(to, "pool"));
        }
        JsonNode reservation = outcome.path("reservation");
        return switch (AnswerText.text(outcome, "code")) {
            case "already-bound" -> "cannot move: its servers are being made ready for it";
            case "already-started" -> "cannot move: running until " + words.time(reservation, "end");
            case "not-confirmed" -> "cannot move: held until " + words.time(reservation, "heldUntil");
            default ->
                "cannot move: no other place between %s and %s"
                        .formatted(words.time(reservation, "ready"), words.time(reservation, "deadline"));
        };
    }

    /** Advice on a drain that is not possible as requested. */
    static String advice(JsonNode outcomes) {
        return anyStuck(outcomes)
                ? "Change or cancel those that cannot move (berth change ID, berth cancel ID), or drain at another time\n"
                : "All of them can move: add --move\n";
    }
}
