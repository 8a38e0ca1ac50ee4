package dev.berth.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import dev.berth.words.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** How book and cluster stand, in words for people: what is wrong first. */
record ClusterText(Moments moments, JsonNode answer) {
    private static final Unit RESERVATION = new Unit("reservation");

    @Override
    public String toString() {
        return warnings() + summary() + reservations() + foreign() + troubled() + planned();
    }

    private String warnings() {
        StringBuilder text = new StringBuilder();
        if (answer.has("silent")) {
            text.append("WARNING: the cluster does not answer: %s%n".formatted(text(answer, "silent")));
            text.append(
                    answer.has("heard")
                            ? "         What follows was so %s ago.%n".formatted(age())
                            : "         Nothing is known of it yet.%n".formatted());
        }
        answer.path("faults").forEach(fault -> text.append("WARNING: %s%n".formatted(fault.asText())));
        answer.path("brakes").forEach(brake -> text.append(brake(brake)));
        int danger = answer.path("inDanger").asInt();
        if (danger > 0) {
            text.append("WARNING: %s in danger: unless somebody acts, what was promised may not be kept%n"
                    .formatted(RESERVATION.counted(danger) + (danger == 1 ? " is" : " are")));
        }
        return text.isEmpty() ? "" : text.append('\n').toString();
    }

    private String brake(JsonNode brake) {
        boolean one = brake.path("nodeCount").asInt() == 1;
        return ("(!) The brake is on: %s of pool %s %s; reservations keep %s until %s%n"
                        + "    If %s really down: berth cluster release%n")
                .formatted(
                        text(brake, "nodes"),
                        text(brake, "pool"),
                        text(brake, "why"),
                        one ? "it" : "them",
                        moments.text(text(brake, "until")),
                        one ? "it is" : "they are");
    }

    private String age() {
        return Spans.roughly(
                Duration.between(Instant.parse(text(answer, "heard")), Instant.parse(text(answer, "now"))));
    }

    private String summary() {
        List<String> counts = new ArrayList<>();
        long all = 0;
        for (var each : answer.path("counts").properties()) {
            long count = each.getValue().asLong();
            all += count;
            if (count > 0) {
                counts.add("%,d %s".formatted(count, each.getKey()));
            }
        }
        return "%s%s%nMode %s%s; %s made, %s refused%n"
                .formatted(
                        RESERVATION.counted(all),
                        counts.isEmpty() ? "" : ": " + String.join(", ", counts),
                        text(answer, "mode").equals("watch")
                                ? "watch: nothing is changed in the cluster"
                                : text(answer, "mode"),
                        answer.has("heard") && !answer.has("silent")
                                ? "; heard %s ago, the round took %s"
                                        .formatted(age(), seconds(Duration.parse(text(answer, "took"))))
                                : "",
                        new Unit("change").counted(answer.path("actions").asLong()),
                        "%,d".formatted(answer.path("refusals").asLong()));
    }

    private static String seconds(Duration duration) {
        return "%d.%02d seconds".formatted(duration.toSeconds(), duration.toMillisPart() / 10);
    }

    private String reservations() {
        Columns columns = new Columns("NAME", "RESERVATION", "USER", "NODES", "WINDOW", "STATE", "WHY");
        for (JsonNode each : answer.path("reservations")) {
            columns.row(
                    text(each, "name"),
                    text(each, "reservation"),
                    text(each, "user"),
                    text(each, "nodes").isEmpty() ? "-" : text(each, "nodes"),
                    window(each),
                    text(each, "state") + (each.path("inDanger").asBoolean() ? " (!)" : ""),
                    text(each, "why"));
        }
        return table("", "reservations", columns);
    }

    private String foreign() {
        Columns columns = new Columns("NAME", "USERS", "NODES", "WINDOW");
        for (JsonNode each : answer.path("foreign")) {
            List<String> users = new ArrayList<>();
            each.path("users").forEach(user -> users.add(user.asText()));
            columns.row(text(each, "name"), String.join(",", users), text(each, "nodes"), window(each));
        }
        return table(
                "Reservations of others in the cluster, which Berth plans around and never changes:%n",
                "foreign", columns);
    }

    private String troubled() {
        Columns columns = new Columns("NODE", "STATE", "REASON");
        for (JsonNode each : answer.path("troubled")) {
            columns.row(text(each, "name"), text(each, "condition"), text(each, "reason"));
        }
        return table("Nodes that are not up:%n", "troubled", columns);
    }

    /** Nothing at all if the list is empty. */
    private String table(String title, String list, Columns columns) {
        return answer.path(list).isEmpty() ? "" : "\n" + title.formatted() + columns + more(list);
    }

    private String more(String list) {
        long more = answer.path("leftOut").path(list).asLong();
        return more == 0 ? "" : "and %,d more%n".formatted(more);
    }

    private String planned() {
        StringBuilder text = new StringBuilder();
        answer.path("planned").forEach(each -> text.append("  %s%n".formatted(each.asText())));
        return text.isEmpty() ? "" : "\nIn mode keep Berth would now:\n" + text + more("planned");
    }

    private String window(JsonNode each) {
        String start = moments.text(text(each, "start"));
        if (!each.has("end")) {
            return start + " on";
        }
        String end = moments.text(text(each, "end"));
        String day = start.substring(0, "2026-11-16 ".length());
        return start + " to " + (end.startsWith(day) ? end.substring(day.length()) : end);
    }

    private static String text(JsonNode node, String field) {
        return AnswerText.text(node, field);
    }
}
