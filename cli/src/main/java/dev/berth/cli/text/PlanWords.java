package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Booked plans in words for people. */
public record PlanWords(Words words) {
    public String line(JsonNode plan) {
        List<String> parts = new ArrayList<>();
        plan.path("states")
                .properties()
                .forEach(state -> parts.add(state.getValue().asText() + " " + state.getKey()));
        return "plan %s, %s: %s tasks%s, done by %s, deadline %s%n"
                .formatted(
                        Words.text(plan, "plan"),
                        Words.text(plan, "name"),
                        Words.text(plan, "taskCount"),
                        parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")",
                        words.time(plan, "finish"),
                        words.time(plan, "deadline"));
    }

    public String price(JsonNode plan) {
        return words.quote(plan.path("quote"));
    }

    public String list(JsonNode plans) {
        Columns columns = new Columns("PLAN", "NAME", "USER", "TASKS", "SCHEDULER", "SPARE", "DONE BY", "DEADLINE");
        for (JsonNode plan : plans) {
            columns.row(
                    Words.text(plan, "plan"),
                    Words.text(plan, "name"),
                    Words.text(plan, "user"),
                    Words.text(plan, "taskCount"),
                    Words.text(plan, "scheduler"),
                    Words.text(plan, "spare"),
                    plan.path("released").asBoolean() ? "given up" : words.time(plan, "finish"),
                    words.time(plan, "deadline"));
        }
        return columns.toString();
    }

    public String tasks(JsonNode plan) {
        Columns columns = new Columns("TASK", "STATE", "POOL", "START", "END", "SLOT END", "RESERVATION");
        for (JsonNode task : plan.path("tasks")) {
            columns.row(
                    Words.text(task, "task"),
                    Words.text(task, "state"),
                    Words.text(task, "pool"),
                    words.time(task, "start"),
                    words.time(task, "end"),
                    words.time(task, "slotEnd"),
                    Words.text(task, "reservation"));
        }
        return columns.toString();
    }
}
