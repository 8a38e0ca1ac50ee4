package dev.berth.cli.run;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;

/** {@code berth logs}. */
public final class LogsCommand implements ShellCommand {
    private static final long PAUSE_MILLIS = 200;

    private final Environment environment;
    private String id = "";
    private boolean follow;

    public LogsCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Prints the output of a command that was left running with berth run --detach on this machine.");
        syntax.parameter("ID", "Its reservation, such as r17", value -> id = value);
        syntax.flag("-f", "Follow: continue with what it prints from now on, until it ends", () -> follow = true);
        syntax.examples("berth logs r17", "berth logs r17 -f");
    }

    @Override
    public int run() {
        RunFiles files = RunFiles.of(environment);
        RunNote note = files.inReservation(id)
                .orElseThrow(() ->
                        new BadInput("%s was not left running on this machine with berth run --detach; see berth runs"
                                .formatted(id)));
        if (!note.isDetached()) {
            throw new BadInput("%s runs in the foreground, in process %d; its output is on the terminal there"
                    .formatted(id, note.process()));
        }
        PrintStream out = environment.streams().out();
        try (InputStream log = Files.newInputStream(files.log(note))) {
            while (true) {
                boolean isLast = !follow || !isAlive(files, note);
                log.transferTo(out);
                out.flush();
                if (isLast || out.checkError()) {
                    return ExitCode.DONE;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (IOException e) {
            throw new Failed("Cannot read the output of " + id + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private static boolean isAlive(RunFiles files, RunNote note) {
        return files.by(note.runner()).filter(RunNote::isAlive).isPresent();
    }
}
