package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import org.jspecify.annotations.Nullable;

/** {@code berth waiting}. */
public final class WaitingList implements ShellCommand {
    private final Remote remote;

    private boolean over;

    private @Nullable String after;

    private @Nullable Integer limit;

    public WaitingList(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Lists your jobs on the waiting list with their places, and what was served and can still be declined. Operators see those of all users. berth book --wait-until puts a job on the list, berth decline gives back what it was served, and berth cancel takes it out.");
        syntax.flag(
                "--over", "List entries that were served, declined or withdrawn, or have expired", () -> over = true);
        syntax.text("--after", "ID", "Continue after this entry", value -> after = value);
        syntax.integer("--limit", "N", "Maximum number to list. Default: 100", value -> limit = value);
        remote.declare(syntax);
        syntax.examples("berth waiting", "berth cancel e3", "berth decline e3");
    }

    @Override
    public int run() {
        QueryString query = new QueryString()
                .with("state", over ? "over" : "open")
                .with("after", after)
                .with("limit", limit);
        return remote.show(() -> remote.service().send("GET", WaitText.COLLECTION + query), this::words);
    }

    private String words(JsonNode page) {
        if (page.path("entries").isEmpty()) {
            return over
                    ? "No entries were served or ended recently\n"
                    : "Nothing waits; berth book --wait-until lets a job wait that finds no room\n";
        }
        return new WaitText(remote.moments()).table(page.path("entries"))
                + (page.has("next") ? "More with --after " + AnswerText.text(page, "next") + "\n" : "");
    }
}
