package dev.berth.cli.run;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import java.io.IOException;

/** {@code berth relay}. */
public final class RelayCommand implements ShellCommand {
    private final Environment environment;

    public RelayCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Runs a command on this machine for berth run on another one, which starts it by ssh and talks to it over standard"
                        + " input and output. It is not for people: berth run on the other machine is.");
    }

    @Override
    public int run() {
        try {
            new RelayedRun(environment).run();
            return ExitCode.DONE;
        } catch (IOException e) {
            throw new Failed("The connection to berth run is lost", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }
}
