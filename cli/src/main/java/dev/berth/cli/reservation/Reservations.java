package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code berth list}. */
@Command(name = "list", description = "Your reservations that are held, wait, run or have lost their servers.")
public final class Reservations implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Option(names = "--all", description = "Everybody's; of others' only when and where is told.")
    private boolean all;

    @Option(names = "--user", paramLabel = "ACCOUNT", description = "Those of this account.")
    private @Nullable String user;

    @Option(names = "--pool", paramLabel = "POOL", description = "Only there.")
    private @Nullable String pool;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description =
                    "Only held, waiting, running or degraded; or of what is past ended, finished-early, cancelled,"
                            + " expired or displaced.")
    private @Nullable String state;

    @Option(names = "--series", paramLabel = "ID", description = "Only of this series.")
    private @Nullable String series;

    @Option(names = "--from", paramLabel = "TIME", description = "Only what ends after this.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Only what starts before this.")
    private @Nullable String to;

    @Option(names = "--after", paramLabel = "ID", description = "Go on after this one.")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", description = "The most at once; 100 unless told.")
    private @Nullable Integer limit;

    public Reservations(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
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
