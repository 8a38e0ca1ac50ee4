package dev.berth.cli.account;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.remote.QuotaOptions;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.words.Spans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Accounts in words. */
final class AccountText {
    private AccountText() {}

    static String table(JsonNode accounts) {
        Columns columns = new Columns("ACCOUNT", "ROLE", "STATE", "PROJECT", "QUOTA", "BOOKED", "PRIORITY");
        for (JsonNode one : accounts) {
            columns.row(
                    AnswerText.text(one, "name"),
                    AnswerText.text(one, "role"),
                    state(one),
                    AnswerText.text(one, "project"),
                    one.has("quota") ? QuotaOptions.text(one.path("quota")) : "",
                    one.has("booked") ? AnswerText.amount(one, "booked") + "h" : "",
                    AnswerText.text(one, one.has("computedPriority") ? "computedPriority" : "priority"));
        }
        return columns.toString();
    }

    static String whole(JsonNode one) {
        StringBuilder text = new StringBuilder();
        line(text, "account", AnswerText.text(one, "name"));
        line(text, "role", AnswerText.text(one, "role"));
        line(text, "state", state(one));
        line(text, "project", AnswerText.text(one, "project"));
        line(text, "projects", one.path("projects").size() > 1 ? names(one.path("projects")) : "");
        if (one.path("quotas").isEmpty()) {
            line(text, "quota", "none");
        }
        one.path("quotas").forEach(use -> line(text, "quota", QuotaOptions.use(use)));
        line(text, "lead", one.has("lead") ? lead(one.path("lead")) : "");
        line(text, "priority", priority(one));
        line(text, "standing", one.has("standing") ? standing(one.path("standing")) : "");
        return text.toString();
    }

    private static String priority(JsonNode one) {
        return one.has("computedPriority")
                ? AnswerText.text(one, "computedPriority") + ", computed from the standing"
                : AnswerText.text(one, "priority");
    }

    private static String standing(JsonNode standing) {
        return "paying capacity %s, rank %s"
                .formatted(AnswerText.text(standing, "paying"), AnswerText.text(standing, "rank"));
    }

    private static String names(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.forEach(name -> names.add(name.asText()));
        return String.join(", ", names);
    }

    private static String state(JsonNode one) {
        return one.path("active").asBoolean(true) ? "active" : "disabled";
    }

    private static String lead(JsonNode lead) {
        String least = "at least " + Spans.text(Duration.parse(AnswerText.text(lead, "least"))) + " ahead";
        return lead.has("most")
                ? least + ", at most " + Spans.text(Duration.parse(AnswerText.text(lead, "most")))
                : least;
    }

    private static void line(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append("%-12s %s%n".formatted(name, value));
        }
    }
}
