package dev.berth.cli.deal;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import org.jspecify.annotations.Nullable;

/** {@code berth deals list}. */
final class DealsList implements ShellCommand {
    private final Remote remote;

    private @Nullable String state;
    private @Nullable String after;
    private @Nullable Integer limit;

    DealsList(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Lists your deals: what a broker has booked for you at one or several sites. Operators of the broker see those of"
                        + " all users.");
        syntax.text(
                "--state",
                "STATE",
                "Only this state: holding, decided (being confirmed), booked, running, done, broken (a part is missing), replacing, releasing,"
                        + " released (nothing was booked), undoing or undone (cancelled)",
                value -> state = value);
        syntax.text("--after", "ID", "Continue after this deal", value -> after = value);
        syntax.integer("--limit", "N", "Maximum number to list. Default: 100", value -> limit = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return DealOperations.list(
                remote,
                new QueryString().with("state", state).with("after", after).with("limit", limit));
    }
}
