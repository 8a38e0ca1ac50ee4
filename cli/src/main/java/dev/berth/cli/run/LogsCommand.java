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
import java.util.List;
import java.util.Optional;

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
        syntax.about(
                "Prints the output of a command that was left running with berth run --detach, here or, by ssh, on the host where it runs.");
        syntax.parameter("ID", "Its reservation, such as r17", value -> id = value);
        syntax.flag("-f", "Follow: continue with what it prints from now on, until it ends", () -> follow = true);
        syntax.examples("berth logs r17", "berth logs r17 -f");
    }

    @Override
    public int run() {
        RunFiles files = RunFiles.of(environment);
        Optional<RunNote> here = files.inReservation(id);
        if (here.isEmpty()) {
            return new OtherHosts(environment)
                    .berth(id, follow ? List.of("logs", id, "-f") : List.of("logs", id))
                    .orElseThrow(() -> new BadInput(
                            "%s was not left running on this machine with berth run --detach; see berth runs"
                                    .formatted(id)));
        }
        RunNote note = here.get();
        if (!note.isDetached()) {
            throw new BadInput("%s runs in the foreground, in process %d; its output is on the terminal there"
                    .formatted(id, note.process()));
        }
        PrintStream out = environment.streams().out();
        try (InputStream log = Files.newInputStream(files.log(note));
                InputStream errors = errors(files, note)) {
            while (true) {
                boolean isLast = !follow || !isAlive(files, note);
                errors.transferTo(environment.streams().err());
                environment.streams().err().flush();
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

    /** Standard error of a run that was started from another host, which is kept apart. */
    private static InputStream errors(RunFiles files, RunNote note) throws IOException {
        return note.isAttended() ? Files.newInputStream(files.errors(note)) : InputStream.nullInputStream();
    }

    private static boolean isAlive(RunFiles files, RunNote note) {
        return files.by(note.runner()).filter(RunNote::isAlive).isPresent();
    }
}
