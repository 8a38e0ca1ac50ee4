package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Effect of an outage on a reservation, in words.
 *
 * @param one a reservation as the service tells of it
 */
public record LossText(AnswerText words, JsonNode one) {
    /** Prefix of lines that need somebody's attention. */
    private static final String CARE = "(!) ";

    /** Lines about one reservation by their labels; none if no outage ever concerned it. */
    Map<String, String> lines() {
        Map<String, String> lines = new LinkedHashMap<>();
        if (!one.has("loss")) {
            // A service of before tells only this much.
            lines.put("degraded", AnswerText.text(one, "degraded"));
            return lines;
        }
        lines.put(
                outcome().equals("moved") ? "moved" : "lost", words.time(loss(), "since") + ", " + why() + reporter());
        switch (outcome()) {
            case "degraded" -> {
                lines.put("no place", AnswerText.text(loss(), "tried"));
                if (one.has("kept")) {
                    List<String> kept = new ArrayList<>();
                    one.path("kept").forEach(name -> kept.add(name.asText()));
                    lines.put("still has", String.join(", ", kept) + " until its end");
                }
                lines.put("kept", "if servers are found to start by " + words.time(one, "latestStart"));
            }
            case "displaced" -> {
                lines.put("no place", AnswerText.text(loss(), "tried"));
                lines.put("given up", words.time(loss(), "changed"));
            }
            case "recovered" -> lines.put("recovered", words.time(loss(), "changed"));
            case "withdrawn" -> lines.put("given up", "it was only held");
            default -> {}
        }
        if (loss().path("startsOver").asBoolean()
                && !AnswerText.text(one, "state").equals("displaced")) {
            lines.put("starts over", "it was running when it lost its servers");
        }
        return lines;
    }

    /** One line about a promise that is not kept. */
    public String unkept() {
        String whose = "%s %s for %s".formatted(text("id"), text("name"), text("user"));
        if (text("state").equals("degraded")) {
            String until = one.has("latestStart") ? "; can still start until " + words.time(one, "latestStart") : "";
            return CARE + whose + ": " + withoutServers() + until;
        }
        return CARE + whose + ": given up at " + words.time(one, "closed") + ", " + withoutServers();
    }

    private String withoutServers() {
        return "without servers" + (one.has("loss") ? " since " + words.time(loss(), "since") + ": " + why() : "");
    }

    private JsonNode loss() {
        return one.path("loss");
    }

    private String outcome() {
        return AnswerText.text(loss(), "outcome");
    }

    private String why() {
        return AnswerText.text(loss(), "why");
    }

    private String reporter() {
        String by = AnswerText.text(loss(), "by");
        return by.isEmpty() || by.equals("site") ? "" : " (reported by " + by + ")";
    }

    private String text(String field) {
        return AnswerText.text(one, field);
    }
}
