package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Use of a reservation in words, with a small chart of the time. */
public final class UseText {
    private static final String EIGHTHS = "▁▂▃▄▅▆▇█";
    private static final char UNKNOWN = '·';
    private static final int FULL = 14;

    /** Columns of a chart; longer ones are drawn in fewer. */
    private static final int WIDTH = 60;

    private static final int LABEL = 12;

    private final Moments moments;

    public UseText(Moments moments) {
        this.moments = moments;
    }

    /** Measured use of a reservation; empty if nothing was measured. */
    public String text(JsonNode answer) {
        StringBuilder text = new StringBuilder();
        JsonNode measured = answer.path("measured");
        if (measured.path("hours").asDouble() > 0) {
            text.append("measured %s server-hours: used %s, idle %s%n"
                    .formatted(
                            measured.path("hours").asText(),
                            measured.path("used").asText(),
                            measured.path("idle").asText()));
        }
        JsonNode chart = answer.path("chart");
        if (chart.isObject()) {
            draw(text, chart);
        }
        JsonNode idle = answer.path("idle");
        if (idle.isObject()) {
            text.append(idle.has("until") ? warning(answer.path("reservation").asText(), idle) : since(idle))
                    .append('\n');
        }
        if (answer.has("keptUntil")) {
            text.append("kept although idle until %s%n".formatted(moment(answer, "keptUntil")));
        }
        return text.toString();
    }

    private String since(JsonNode idle) {
        return "idle since %s (use below %d%%)"
                .formatted(moment(idle, "since"), idle.path("below").asInt());
    }

    /** Warning that it is idle, with the time that is left and what to do about it. */
    public String warning(String id, JsonNode idle) {
        String what =
                idle.path("then").asText().equals("shrink") ? "its idle servers are given back" : "it is given back";
        return "%s has been idle since %s (use below %d%%); %s at %s. If you need it: berth keep %s"
                .formatted(id, moment(idle, "since"), idle.path("below").asInt(), what, moment(idle, "until"), id);
    }

    private void draw(StringBuilder text, JsonNode chart) {
        int length = 0;
        for (String measure : List.of("cards", "cardMemory", "cores", "memory")) {
            length = Math.max(length, chart.path(measure).asText().length());
        }
        int step = (length + WIDTH - 1) / WIDTH;
        line(text, "cards", chart.path("cards").asText(), step);
        line(text, "card memory", chart.path("cardMemory").asText(), step);
        line(text, "cores", chart.path("cores").asText(), step);
        line(text, "memory", chart.path("memory").asText(), step);
        Duration every = Duration.parse(chart.path("every").asText("PT1M")).multipliedBy(Math.max(1, step));
        text.append(
                "%s from %s, a column is %s%n".formatted(" ".repeat(LABEL), moment(chart, "start"), Spans.text(every)));
    }

    private static void line(StringBuilder text, String label, String levels, int step) {
        if (levels.isEmpty()) {
            return;
        }
        text.append(("%-" + LABEL + "s ").formatted(label));
        for (int i = 0; i < levels.length(); i += step) {
            text.append(column(levels.substring(i, Math.min(levels.length(), i + step))));
        }
        text.append('\n');
    }

    /** The highest of some levels: what was used for a moment is seen. */
    private static char column(String levels) {
        int most = levels.chars()
                .map(digit -> Character.digit(digit, 16))
                .filter(level -> level <= FULL)
                .max()
                .orElse(-1);
        if (most < 0) {
            return UNKNOWN;
        }
        return most == 0 ? ' ' : EIGHTHS.charAt((most * EIGHTHS.length() - 1) / FULL);
    }

    private String moment(JsonNode node, String field) {
        return moments.text(Instant.parse(node.path(field).asText()));
    }
}
