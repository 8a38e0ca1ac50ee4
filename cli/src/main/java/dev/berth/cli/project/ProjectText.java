package dev.berth.cli.project;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.remote.QuotaOptions;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import java.util.ArrayList;
import java.util.List;

/** Projects in words. */
final class ProjectText {
    private ProjectText() {}

    static String table(JsonNode projects) {
        Columns columns = new Columns("PROJECT", "STATE", "MEMBERS", "QUOTA", "BUDGET", "SPENT", "TITLE");
        for (JsonNode one : projects) {
            columns.row(
                    AnswerText.text(one, "name"),
                    state(one),
                    Integer.toString(one.path("members").size()),
                    one.has("quota") ? QuotaOptions.text(one.path("quota")) : "",
                    budget(one),
                    AnswerText.text(one, "spent"),
                    AnswerText.text(one, "title"));
        }
        return columns.toString();
    }

    static String whole(JsonNode one) {
        StringBuilder text = new StringBuilder();
        line(text, "project", AnswerText.text(one, "name"));
        line(text, "title", AnswerText.text(one, "title"));
        line(text, "state", state(one));
        line(text, "members", names(one, "members", "none"));
        line(text, "staff", names(one, "staff", ""));
        one.path("quotas").forEach(use -> line(text, "quota", QuotaOptions.use(use)));
        if (one.has("budget")) {
            line(
                    text,
                    "budget",
                    "%s, %s spent, %s left"
                            .formatted(budget(one), AnswerText.text(one, "spent"), AnswerText.text(one, "left")));
        }
        return text.toString();
    }

    /** Budget in the form that {@code --budget} takes. */
    private static String budget(JsonNode one) {
        JsonNode budget = one.path("budget");
        return budget.isMissingNode()
                ? ""
                : AnswerText.text(budget, "amount") + "/" + AnswerText.text(budget, "period");
    }

    private static String names(JsonNode one, String field, String otherwise) {
        List<String> names = new ArrayList<>();
        one.path(field).forEach(name -> names.add(name.asText()));
        return names.isEmpty() ? otherwise : String.join(", ", names);
    }

    private static String state(JsonNode one) {
        return one.path("active").asBoolean(true) ? "open" : "closed";
    }

    private static void line(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append("%-12s %s%n".formatted(name, value));
        }
    }
}
