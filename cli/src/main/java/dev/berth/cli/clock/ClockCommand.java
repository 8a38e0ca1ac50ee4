package dev.berth.cli.clock;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Commands;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.remote.Remote;
import dev.berth.words.Spans;
import java.time.Duration;

/** {@code berth clock}, with its subcommand. */
public final class ClockCommand implements ShellCommand {
    private final Remote remote;

    private ClockCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    public static Commands commands(Environment environment) {
        return new Commands("berth clock", "Shows the clock of a service, and whether time passes")
                .add("accept", "Confirms the time of a clock that has jumped", () -> new ClockAccept(environment))
                .byDefault(() -> new ClockCommand(environment));
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Shows the clock of a service and whether time passes. The exit code is 1 if time is stopped because the clock jumped.");
        remote.declare(syntax);
    }

    @Override
    public int run() {
        boolean[] isStopped = {false};
        int code = remote.show(() -> remote.service().send("GET", "/clock"), answer -> {
            isStopped[0] = answer.path("stopped").asBoolean();
            return words(remote, answer);
        });
        return code == ExitCode.DONE && isStopped[0] ? ExitCode.REFUSED : code;
    }

    static String words(Remote remote, JsonNode clock) {
        boolean isStopped = clock.path("stopped").asBoolean();
        String lines = """
                state        %s
                time         %s
                clock        %s
                drift        %s
                """.formatted(
                        isStopped ? "time is stopped" : "time passes",
                        remote.moments().text(clock.path("time").asText()),
                        remote.moments().text(clock.path("wall").asText()),
                        Spans.text(Duration.parse(clock.path("drift").asText())));
        return isStopped ? lines + "\n" + clock.path("detail").asText() + "\n" : lines;
    }
}
