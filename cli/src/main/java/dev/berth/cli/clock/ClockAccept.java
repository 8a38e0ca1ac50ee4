package dev.berth.cli.clock;

import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.service.wire.Json;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code berth clock accept}. */
@Command(
        name = "accept",
        description =
                "Confirms that the clock of a service is right although it jumped: time passes again, and whatever"
                        + " has fallen due starts or ends at once. For operators.")
final class ClockAccept implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Parameters(
            paramLabel = "TIME",
            arity = "0..1",
            description = "The time that berth clock showed; nothing is accepted if the clock has jumped since."
                    + " Default: what the clock says now.")
    private @Nullable String time;

    ClockAccept(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        return remote.show(
                () -> remote.service()
                        .send("POST", "/clock/accept", Json.object().put("time", seen())),
                clock -> "accepted\n" + ClockCommand.words(remote, clock));
    }

    private String seen() {
        return time == null
                ? remote.service().send("GET", "/clock").expected().path("wall").asText()
                : remote.moments().parse("TIME", time).toString();
    }
}
