package dev.berth.cli;

import dev.berth.cli.command.CompletionScript;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;

/** {@code berth completion}. */
final class Completion implements ShellCommand {
    private final Environment environment;

    Completion(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Prints a script that completes commands and options in bash and zsh.");
        syntax.examples("source <(berth completion)");
    }

    @Override
    public int run() {
        environment.streams().out().print(CompletionScript.of(AllCommands.of(environment)));
        return ExitCode.DONE;
    }
}
