package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
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

    private boolean answered;

    private @Nullable String after;

    private @Nullable Integer limit;

    public Requests(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Lists your queued requests, which are decided at the end of their round, and the open asks for flexibility that you can answer, have made or need. berth book --queued makes a request; berth accept and berth decline answer an ask.");
        syntax.flag(
                "--turned-away", "List recently rejected requests and the reasons instead", () -> turnedAway = true);
        syntax.flag(
                "--answered", "List asks that were answered, withdrawn or have expired instead", () -> answered = true);
        syntax.text(
                "--after",
                "ID",
                "Continue after this request, or after this ask with --answered",
                value -> after = value);
        syntax.integer("--limit", "N", "Maximum number to list. Default: 100", value -> limit = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        if (answered && turnedAway) {
            throw new BadInput("Give either --turned-away or --answered, not both");
        }
        return remote.showAll(answered ? this::over : this::open, this::words);
    }

    private JsonNode over() {
        QueryString query =
                new QueryString().with("state", "over").with("after", after).with("limit", limit);
        return remote.service().send("GET", AskText.COLLECTION + query).expected();
    }

    /** Requests, and on the first page the asks beside them. */
    private JsonNode open() {
        QueryString query = new QueryString()
                .with("state", turnedAway ? "turned-away" : null)
                .with("after", after)
                .with("limit", limit);
        JsonNode page = remote.service().send("GET", "/requests" + query).expected();
        if (turnedAway || after != null || !(page instanceof ObjectNode all)) {
            return page;
        }
        JsonNode asks = remote.service()
                .send("GET", AskText.COLLECTION + "?state=open&limit=1000")
                .expected();
        return all.set("asks", asks.path("asks"));
    }

    private String words(JsonNode page) {
        String asks = new AskText(remote.moments()).table(page.path("asks"));
        if (answered) {
            return asks.isEmpty() ? "No asks for flexibility were answered recently\n" : asks + more(page);
        }
        if (!page.path("requests").isEmpty()) {
            return requests(page) + more(page) + (asks.isEmpty() ? "" : "\n" + asks);
        }
        return !asks.isEmpty()
                ? asks
                : turnedAway
                        ? "No requests were rejected recently\n"
                        : "No queued requests; berth book --queued makes one\n";
    }

    private static String more(JsonNode page) {
        return page.has("next") ? "More with --after " + AnswerText.text(page, "next") + "\n" : "";
    }

    private String requests(JsonNode page) {
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
        return columns.toString();
    }
}
