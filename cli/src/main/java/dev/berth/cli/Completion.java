package dev.berth.cli;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code berth completion}. */
@Command(name = "completion", description = "Prints a script that completes commands and options in bash and zsh.")
final class Completion implements Callable<Integer> {
    private final Environment environment;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    Completion(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        environment.streams().out().print(AutoComplete.bash("berth", spec.root().commandLine()));
        return ExitCode.DONE;
    }
}
