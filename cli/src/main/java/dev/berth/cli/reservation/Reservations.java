package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import org.jspecify.annotations.Nullable;

/** {@code berth list}. */
public final class Reservations implements Command {
    private final Remote remote;

    private boolean all;

    private @Nullable String user;

    private @Nullable String pool;

    private @Nullable String state;

    private @Nullable String series;

    private @Nullable String from;

    private @Nullable String to;

    private @Nullable String after;

    private @Nullable Integer limit;

    public Reservations(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Your reservations that are held, wait, run or have lost their servers.");
        syntax.flag("--all", "Everybody's; of others' only when and where is told.", () -> all = true);
        syntax.text("--user", "ACCOUNT", "Those of this account.", value -> user = value);
        syntax.text("--pool", "POOL", "Only there.", value -> pool = value);
        syntax.text(
                "--state",
                "STATE",
                "Only held, waiting, running or degraded; or of what is past ended, finished-early, cancelled,"
                        + " expired or displaced.",
                value -> state = value);
        syntax.text("--series", "ID", "Only of this series.", value -> series = value);
        syntax.text("--from", "TIME", "Only what ends after this.", value -> from = value);
        syntax.text("--to", "TIME", "Only what starts before this.", value -> to = value);
        syntax.text("--after", "ID", "Go on after this one.", value -> after = value);
        syntax.integer("--limit", "N", "The most at once; 100 unless told.", value -> limit = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        QueryString query = new QueryString()
                .with("user", user == null && !all ? "me" : user)
                .with("pool", pool)
                .with("state", state)
                .with("series", series)
                .with("from", from == null ? null : remote.moments().parse("--from", from))
                .with("to", to == null ? null : remote.moments().parse("--to", to))
                .with("after", after)
                .with("limit", limit);
        return remote.show(() -> remote.service().send("GET", "/reservations" + query), this::words);
    }

    private String words(JsonNode page) {
        if (page.path("reservations").isEmpty()) {
            return "no reservations" + (all || user != null ? "\n" : " of yours; --all shows everybody's\n");
        }
        String table = new AnswerText(remote.moments()).reservations(page.path("reservations"));
        return page.has("next") ? table + "There are more: --after " + AnswerText.text(page, "next") + "\n" : table;
    }
}
