package dev.berth.cli.clock;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import org.jspecify.annotations.Nullable;

/** {@code berth clock accept}. */
final class ClockAccept implements ShellCommand {
    private final Remote remote;

    private @Nullable String time;

    ClockAccept(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Confirms that the clock of a service is right although it jumped. Time passes again, and reservations that are due start or end at once. Only for operators.");
        syntax.parameter(
                        "TIME",
                        "Time that berth clock showed; refused if the clock has jumped since. Default: the present time of the clock",
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
