package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code berth requests}. */
@Command(
        name = "requests",
        description = "Your requests that wait for the end of their round; berth book --queued makes one.")
public final class Requests implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Option(names = "--turned-away", description = "Those that were turned away lately, and why.")
    private boolean turnedAway;

    @Option(names = "--after", paramLabel = "ID", description = "Go on after this one.")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", description = "The most at once; 100 unless told.")
    private @Nullable Integer limit;

    public Requests(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        QueryString query = new QueryString()
                .with("state", turnedAway ? "turned-away" : null)
                .with("after", after)
                .with("limit", limit);
        return remote.show(() -> remote.service().send("GET", "/requests" + query), this::words);
    }

    private String words(JsonNode page) {
        if (page.path("requests").isEmpty()) {
            return turnedAway
                    ? "no request was turned away lately\n"
                    : "no requests wait; berth book --queued makes one\n";
        }
        AnswerText words = new AnswerText(remote.moments());
        Columns columns = turnedAway
                ? new Columns("ID", "NAME", "USER", "TURNED AWAY", "WHY")
                : new Columns("ID", "NAME", "USER", "PRIORITY", "SERVERS", "READY", "DEADLINE", "DECIDED", "PUT OFF");
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
                ? columns + "There are more: --after " + AnswerText.text(page, "next") + "\n"
                : columns.toString();
    }
}
