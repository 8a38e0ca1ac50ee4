package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.deal.DealOperations;
import dev.berth.cli.remote.IsBroker;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import org.jspecify.annotations.Nullable;

/** {@code berth list}. */
public final class Reservations implements ShellCommand {
    private final Remote remote;

    private boolean all;

    private boolean ended;

    private boolean shared;

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
        syntax.about(
                "Lists your queued requests, and your reservations that are held, waiting, running or degraded (without servers after a failure).",
                "If the service is a broker, lists your deals, as berth deals does.");
        syntax.flag("--all", "All users", () -> all = true);
        syntax.flag("--ended", "Reservations that have ended, in any way", () -> ended = true);
        syntax.flag("--shared", "Reservations that others share with you", () -> shared = true);
        syntax.text("--user", "ACCOUNT", "Only this account", value -> user = value);
        syntax.text("--pool", "POOL", "Restrict to this pool", value -> pool = value);
        syntax.text(
                "--state",
                "STATE",
                "Only this state: held, waiting, running, degraded; or of the past: ended, finished-early, no-show, cancelled, expired, displaced",
                value -> state = value);
        syntax.text("--series", "ID", "Only this series of recurring reservations", value -> series = value);
        syntax.text("--from", "TIME", "Only reservations that end after this time", value -> from = value);
        syntax.text("--to", "TIME", "Only reservations that start before this time", value -> to = value);
        syntax.text("--after", "ID", "Continue after this reservation", value -> after = value);
        syntax.integer("--limit", "N", "Maximum number to list. Default: 100", value -> limit = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        try {
            return listed();
        } catch (IsBroker e) {
            return deals();
        }
    }

    private @Nullable String owner() {
        return user == null && !all && !shared ? "me" : user;
    }

    private int deals() {
        if (ended || shared || pool != null || series != null || from != null || to != null) {
            throw new BadInput(
                    "This service is a broker, which has deals; leave out --ended, --shared, --pool, --series, --from and --to,"
                            + " or list the reservations of a site with --server");
        }
        return DealOperations.list(
                remote,
                new QueryString()
                        .with("user", owner())
                        .with("state", state)
                        .with("after", after)
                        .with("limit", limit));
    }

    private int listed() {
        QueryString query = new QueryString()
                .with("user", owner())
                .with("pool", pool)
                .with("state", state)
                .with("ended", ended ? true : null)
                .with("guest", shared ? "me" : null)
                .with("summary", shared ? null : true)
                .with("series", series)
                .with("from", from == null ? null : remote.moments().parse("--from", from))
                .with("to", to == null ? null : remote.moments().parse("--to", to))
                .with("after", after)
                .with("limit", limit);
        return remote.show(() -> remote.service().send("GET", "/reservations" + query), this::words);
    }

    private String words(JsonNode page) {
        AnswerText words = new AnswerText(remote.moments());
        JsonNode reservations = page.path("reservations");
        JsonNode requests = after == null ? page.path("requests") : JsonTree.array();
        String table = reservations.isEmpty() && requests.isEmpty()
                ? none(page.path("hidden"))
                : words.reservations(reservations, requests);
        String next = page.has("next") ? "More with --after " + AnswerText.text(page, "next") + "\n" : "";
        return table + next + hidden(page.path("hidden"));
    }

    private String none(JsonNode hidden) {
        return all || shared || user != null
                ? "No reservations found\n"
                : "You have no such reservations"
                        + (hidden.path("otherUsers").asInt() == 0 ? "; --all lists those of all users\n" : "\n");
    }

    /** Numbers of reservations that exist but are not listed, with the options that list them. */
    private String hidden(JsonNode hidden) {
        int ofOthers = hidden.path("otherUsers").asInt();
        int past = hidden.path("ended").asInt();
        String options =
                (all ? " --all" : user != null ? " --user " + user : "") + (pool == null ? "" : " --pool " + pool);
        return (ofOthers == 0 ? "" : "%,d of other users: berth list --all%n".formatted(ofOthers))
                + (past == 0 || state != null
                        ? ""
                        : "%,d ended recently: berth list%s --ended%n".formatted(past, options));
    }
}
