package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Booked plans in words for people. */
public record PlanText(AnswerText words) {
    public String line(JsonNode plan) {
        List<String> parts = new ArrayList<>();
        plan.path("states")
                .properties()
                .forEach(state -> parts.add(state.getValue().asText() + " " + state.getKey()));
        return "plan %s, %s: %s%s, done by %s, deadline %s%n"
                .formatted(
                        AnswerText.text(plan, "plan"),
                        AnswerText.text(plan, "name"),
                        Count.of(plan.path("taskCount").asLong(), "task"),
                        parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")",
                        words.time(plan, "finish"),
                        words.time(plan, "deadline"));
    }

    public String price(JsonNode plan) {
        return PriceText.quote(plan.path("quote"));
    }

    public String list(JsonNode plans) {
        Columns columns = new Columns("PLAN", "NAME", "USER", "TASKS", "SCHEDULER", "SPARE", "DONE BY", "DEADLINE");
        for (JsonNode plan : plans) {
            columns.row(
                    AnswerText.text(plan, "plan"),
                    AnswerText.text(plan, "name"),
                    AnswerText.text(plan, "user"),
                    AnswerText.text(plan, "taskCount"),
                    AnswerText.text(plan, "scheduler"),
                    AnswerText.text(plan, "spare"),
                    plan.path("released").asBoolean() ? "given up" : words.time(plan, "finish"),
                    words.time(plan, "deadline"));
        }
        return columns.toString();
    }

    public String tasks(JsonNode plan) {
        Columns columns = new Columns("TASK", "STATE", "POOL", "START", "END", "SLOT END", "RESERVATION");
        for (JsonNode task : plan.path("tasks")) {
            columns.row(
                    AnswerText.text(task, "task"),
                    AnswerText.text(task, "state"),
                    AnswerText.text(task, "pool"),
                    words.time(task, "start"),
                    words.time(task, "end"),
                    words.time(task, "slotEnd"),
                    AnswerText.text(task, "reservation"));
        }
        return columns.toString();
    }
}
