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

/** {@code berth requests}. */
public final class Requests implements ShellCommand {
    private final Remote remote;

    private boolean turnedAway;

    private @Nullable String after;

    private @Nullable Integer limit;

    public Requests(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Lists your queued requests, which are decided at the end of their round. berth book --queued makes one.");
        syntax.flag(
                "--turned-away", "List recently rejected requests and the reasons instead", () -> turnedAway = true);
        syntax.text("--after", "ID", "Continue after this request", value -> after = value);
        syntax.integer("--limit", "N", "Maximum number to list. Default: 100", value -> limit = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        QueryString query = new QueryString()
                .with("state", turnedAway ? "turned-away" : null)
                .with("after", after)
                .with("limit", limit);
        return remote.show(() -> remote.service().send("GET", "/requests" + query), this::words);
    }

    private String words(JsonNode page) {
        if (page.path("requests").isEmpty()) {
            return turnedAway
                    ? "No requests were rejected recently\n"
                    : "No queued requests; berth book --queued makes one\n";
        }
        AnswerText words = new AnswerText(remote.moments());
        Columns columns = turnedAway
                ? new Columns("ID", "NAME", "USER", "REJECTED", "REASON")
                : new Columns("ID", "NAME", "USER", "PRIORITY", "SERVERS", "READY", "DEADLINE", "DECIDED", "DEFERRED");
        for (JsonNode one : page.path("requests")) {
            if (turnedAway) {
                columns.row(
                        AnswerText.text(one, "id"),
                        AnswerText.text(one, "name"),
                        AnswerText.text(one, "user"),
                        words.time(one, "closed"),
                        AnswerText.text(one, "reason"));
            } else {
                columns.row(
                        AnswerText.text(one, "id"),
                        AnswerText.text(one, "name"),
                        AnswerText.text(one, "user"),
                        AnswerText.text(one, "priority"),
                        AnswerText.text(one, "servers"),
                        words.time(one, "ready"),
                        words.time(one, "deadline"),
                        words.time(one, "decision"),
                        AnswerText.text(one, "deferrals"));
            }
        }
        return page.has("next")
                ? columns + "More with --after " + AnswerText.text(page, "next") + "\n"
                : columns.toString();
    }
}
