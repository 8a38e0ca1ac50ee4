package dev.berth.cli.clock;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.time.Spans;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code berth clock}, with its subcommand. */
@Command(
        name = "clock",
        description = "Shows the time of a service and whether it passes; exit code 1 if it is stopped.",
        synopsisSubcommandLabel = "[COMMAND]")
public final class ClockCommand implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    private ClockCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    public static CommandLine command(Environment environment) {
        return new CommandLine(new ClockCommand(environment)).addSubcommand(new ClockAccept(environment));
    }

    @Override
    public Integer call() {
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
