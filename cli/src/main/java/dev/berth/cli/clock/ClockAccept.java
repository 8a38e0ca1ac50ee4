package dev.berth.cli.clock;

import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import org.jspecify.annotations.Nullable;

/** {@code berth clock accept}. */
final class ClockAccept implements Command {
    private final Remote remote;

    private @Nullable String time;

    ClockAccept(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Confirms that the clock of a service is right although it jumped: time passes again, and whatever"
                + " has fallen due starts or ends at once. For operators.");
        syntax.parameter(
                        "TIME",
                        "The time that berth clock showed; nothing is accepted if the clock has jumped since."
                                + " Default: what the clock says now.",
                        value -> time = value)
                .optional();
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(
                () -> remote.service()
                        .send("POST", "/clock/accept", JsonTree.object().put("time", seen())),
                clock -> "accepted\n" + ClockCommand.words(remote, clock));
    }

    private String seen() {
        return time == null
                ? remote.service().send("GET", "/clock").expected().path("wall").asText()
                : remote.moments().parse("TIME", time).toString();
    }
}
