package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Moments;
import java.util.ArrayList;
import java.util.List;

/** Opportunistic jobs, in words. */
record OpportunistText(Moments moments) {
    static final String COLLECTION = "/opportunists";

    static boolean isOpportunist(String id) {
        return id.matches("o[1-9][0-9]{0,17}");
    }

    /** A job on its own. */
    String text(JsonNode job) {
        StringBuilder text = new StringBuilder("%s %s of %s: %s%n"
                .formatted(
                        AnswerText.text(job, "id"),
                        AnswerText.text(job, "name"),
                        AnswerText.text(job, "user"),
                        state(job)));
        if (job.has("run")) {
            JsonNode run = job.path("run");
            text.append("  %s on %s, started %s, the last time at %s%n"
                    .formatted(
                            AnswerText.text(run, "command"),
                            AnswerText.text(run, "host"),
                            times(job.path("starts").asInt()),
                            moments.text(AnswerText.text(run, "since"))));
        }
        return text.toString();
    }

    private static String times(int starts) {
        return starts == 1 ? "once" : starts + " times";
    }

    private String state(JsonNode job) {
        return switch (AnswerText.text(job, "state")) {
            case "queued" -> "waits for idle servers";
            case "running" ->
                "has %s of pool %s since %s"
                        .formatted(
                                servers(job),
                                AnswerText.text(job, "pool"),
                                moments.text(AnswerText.text(job, "since")));
            case "exited" ->
                "ended at %s with exit code %s"
                        .formatted(moments.text(AnswerText.text(job, "ended")), AnswerText.text(job, "exitCode"));
            case "out-of-memory" ->
                "ran out of memory at %s; exit code %s"
                        .formatted(moments.text(AnswerText.text(job, "ended")), AnswerText.text(job, "exitCode"));
            case "work-done" ->
                "ended at %s, when its work was done".formatted(moments.text(AnswerText.text(job, "ended")));
            case "withdrawn" -> "withdrawn at " + moments.text(AnswerText.text(job, "ended"));
            default ->
                "given up at %s, because its runner was not heard"
                        .formatted(moments.text(AnswerText.text(job, "ended")));
        };
    }

    private static String servers(JsonNode job) {
        List<String> names = new ArrayList<>();
        JsonNode known = job.has("serverNames") ? job.path("serverNames") : job.path("serverNumbers");
        known.forEach(each -> names.add(each.asText()));
        return (names.size() == 1 ? "server " : "servers ") + String.join(", ", names);
    }
}
