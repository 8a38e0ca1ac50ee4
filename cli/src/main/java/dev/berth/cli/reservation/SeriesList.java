package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import org.jspecify.annotations.Nullable;

/** {@code berth series list}. */
final class SeriesList implements ShellCommand {
    private final Remote remote;

    private @Nullable String after;
    private @Nullable Integer limit;

    SeriesList(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Lists your series of recurring reservations, until a month after the last occurrence. Operators see those of all users.");
        syntax.text("--after", "ID", "Continue after this series", value -> after = value);
        syntax.integer("--limit", "N", "Maximum number to list. Default: 100", value -> limit = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        QueryString query = new QueryString().with("after", after).with("limit", limit);
        return remote.show(() -> remote.service().send("GET", "/series" + query), this::words);
    }

    private String words(JsonNode answer) {
        if (answer.path("series").isEmpty()) {
            return "No series found. To make one: berth book --repeat RULE\n";
        }
        AnswerText words = new AnswerText(remote.moments());
        Columns columns = new Columns("SERIES", "NAME", "USER", "RULE", "BOOKED", "OF", "NEXT");
        for (JsonNode one : answer.path("series")) {
            columns.row(
                    AnswerText.text(one, "series"),
                    AnswerText.text(one, "name"),
                    AnswerText.text(one, "user"),
                    AnswerText.text(one, "rule"),
                    AnswerText.text(one, "booked"),
                    AnswerText.text(one, "occurrenceCount"),
                    words.time(one, "next"));
        }
        return columns + (answer.has("next") ? "More with --after " + AnswerText.text(answer, "next") + "\n" : "");
    }
}
