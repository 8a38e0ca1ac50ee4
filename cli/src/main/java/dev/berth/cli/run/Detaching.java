package dev.berth.cli.run;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.Executables;
import dev.berth.cli.host.ThisProgram;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Leaves a run to a process of its own, in a session of its own, so that it survives when its terminal is closed. Where
 * systemd manages the processes of users it gets a scope there, because systemd may end what a user leaves behind.
 */
record Detaching(Environment environment, RunFiles files) {
    /** A runner waits most of the time; it needs little. */
    private static final String MEMORY = "-Xmx96m";

    private static final long ALIVE_MILLIS = 300;

    int start(RunNote note, PrintStream err) throws IOException, InterruptedException {
        Path log = files.newLog(note);
        List<String> command = new ArrayList<>();
        if (hasSystemd()) {
            command.addAll(List.of("systemd-run", "--user", "--scope", "--quiet", "--collect", "--"));
        }
        command.add("setsid");
        command.addAll(ThisProgram.command(DetachedRunner.class.getName(), MEMORY));
        command.add(note.runner());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.appendTo(log.toFile()))
                .redirectErrorStream(true);
        builder.environment().putAll(environment.variables());
        Process process = builder.start();
        // From now on it is this process that must be alive.
        files.save(note.by(process.toHandle()));
        if (process.waitFor(ALIVE_MILLIS, TimeUnit.MILLISECONDS) && process.exitValue() != 0) {
            throw new Failed("Cannot leave %s running: %s"
                    .formatted(note.reservation(), Files.readString(log).strip()));
        }
        err.println("berth: %1$s is left running; see berth runs, berth logs %1$s -f and berth stop %1$s"
                .formatted(note.reservation()));
        return ExitCode.DONE;
    }

    private boolean hasSystemd() {
        String runtime = environment.variable("XDG_RUNTIME_DIR");
        return !runtime.isEmpty()
                && Files.exists(Path.of(runtime, "systemd", "private"))
                && new Executables(environment.variable("PATH")).has("systemd-run");
    }
}
