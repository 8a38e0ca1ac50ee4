package dev.berth.cli.notice;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.words.Moments;
import java.util.ArrayList;
import java.util.List;

/** Choices, webhooks and failures in words for people. */
record NoticeText(Moments moments) {
    String choice(JsonNode choice) {
        StringBuilder text = new StringBuilder();
        line(text, "mail", mail(choice));
        line(text, "told of", kinds(choice));
        line(
                text,
                "reminders",
                "%s before the start, %s before the end"
                        .formatted(AnswerText.duration(choice, "startLead"), AnswerText.duration(choice, "endLead")));
        line(text, "times in", choice.has("zone") ? AnswerText.text(choice, "zone") : "time zone of the site");
        line(
                text,
                "asks",
                choice.path("asks").asBoolean() ? "may be asked for flexibility" : "not asked for flexibility");
        if (choice.has("unconfirmed")) {
            text.append(
                    "Confirm %s with: berth notices confirm CODE%n".formatted(AnswerText.text(choice, "unconfirmed")));
        }
        return text.toString();
    }

    private static String mail(JsonNode choice) {
        if (!choice.path("canMail").asBoolean()) {
            return "this site sends no mails";
        }
        return choice.has("mail")
                ? AnswerText.text(choice, "mail")
                : choice.has("unconfirmed")
                        ? "none until the address is confirmed"
                        : "none; set one with: berth notices set --mail ADDRESS";
    }

    private static String kinds(JsonNode choice) {
        List<String> kinds = new ArrayList<>();
        choice.path("kinds").forEach(kind -> kinds.add(kind.asText()));
        return kinds.size() == Kinds.ALL.size() ? "everything" : kinds.isEmpty() ? "nothing" : String.join(", ", kinds);
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("%-12s %s%n".formatted(name, value));
    }

    String webhooks(JsonNode webhooks) {
        Columns columns = new Columns("WEBHOOK", "STATE", "OF", "KINDS", "ADDRESS");
        for (JsonNode webhook : webhooks) {
            columns.row(
                    AnswerText.text(webhook, "id"),
                    state(webhook),
                    of(webhook),
                    kinds(webhook),
                    AnswerText.text(webhook, "address"));
        }
        return columns.toString();
    }

    String webhook(JsonNode webhook) {
        StringBuilder text = new StringBuilder();
        line(text, "webhook", AnswerText.text(webhook, "id"));
        line(text, "address", AnswerText.text(webhook, "address"));
        line(text, "account", AnswerText.text(webhook, "owner"));
        line(text, "told of", kinds(webhook) + ", " + of(webhook) + " reservations");
        line(text, "made", moments.text(AnswerText.text(webhook, "made")));
        line(text, "state", state(webhook));
        return text.toString();
    }

    private static String of(JsonNode webhook) {
        return webhook.path("all").asBoolean() ? "all" : "own";
    }

    private static String state(JsonNode webhook) {
        return webhook.path("disabled").asBoolean() ? "off" : "on";
    }

    String failures(JsonNode failures) {
        Columns columns = new Columns("TIME", "BY", "USER", "WHAT", "RESERVATION", "REASON");
        for (JsonNode failure : failures) {
            JsonNode notice = failure.path("notice");
            columns.row(
                    moments.text(AnswerText.text(notice, "time")),
                    failure.has("way") ? AnswerText.text(failure, "way") : "webhook",
                    AnswerText.text(notice, "user"),
                    AnswerText.text(notice, "kind"),
                    AnswerText.text(notice, "reservation"),
                    AnswerText.text(failure, "reason"));
        }
        return columns.toString();
    }

    static String resent(int count) {
        return count == 0 ? "Nothing to deliver again\n" : "Delivering again: %,d%n".formatted(count);
    }
}
