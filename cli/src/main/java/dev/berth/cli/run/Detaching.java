package dev.berth.cli.run;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.Executables;
import dev.berth.cli.host.ThisProgram;
import dev.berth.cli.run.place.Children;
import dev.berth.cli.run.place.UserScope;
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
        ProcessBuilder builder = new ProcessBuilder(command(note))
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.appendTo(log.toFile()))
                .redirectErrorStream(true);
        Process process = launched(builder, note);
        if (process.waitFor(ALIVE_MILLIS, TimeUnit.MILLISECONDS) && process.exitValue() != 0) {
            throw new Failed("Cannot leave %s running: %s"
                    .formatted(note.reservation(), Files.readString(log).strip()));
        }
        err.println("berth: %1$s is left running; see berth runs, berth logs %1$s -f and berth stop %1$s"
                .formatted(note.reservation()));
        return ExitCode.DONE;
    }

    /**
     * Starts the runner of a note for somebody on another host. Its output goes to files, so that it needs nobody who reads it; if it is
     * attended its input is that of the process that is returned, and its errors have a file of their own.
     */
    Process relayed(RunNote note) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(note))
                .redirectOutput(Redirect.appendTo(files.newLog(note).toFile()));
        if (note.isAttended()) {
            builder.redirectError(Redirect.appendTo(files.newErrors(note).toFile()));
        } else {
            builder.redirectInput(Redirect.from(new File("/dev/null"))).redirectErrorStream(true);
        }
        return launched(builder, note);
    }

    private Process launched(ProcessBuilder builder, RunNote note) throws IOException {
        builder.environment().putAll(environment.variables());
        Process process = Children.start(builder);
        // From now on it is this process that must be alive.
        files.save(note.by(process.toHandle()));
        return process;
    }

    private List<String> command(RunNote note) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        List<String> scope =
                UserScope.words(new Executables(environment.variable("PATH")), environment.variable("XDG_RUNTIME_DIR"));
        if (!scope.isEmpty() && isGiven(scope)) {
            command.addAll(scope);
            // Otherwise systemctl --user shows the whole command line of Java.
            command.add("--description=Berth %s: %s".formatted(note.reservation(), note.command()));
            command.add("--");
        }
        command.addAll(session());
        command.addAll(ThisProgram.command(DetachedRunner.class.getName(), MEMORY));
        command.add(note.runner());
        return command;
    }

    /**
     * A session of its own. A machine without {@code setsid}, as macOS, runs no commands, but it can wait for another host: the runner then
     * stays in the session of the terminal, and goes on when that is closed.
     */
    private List<String> session() {
        return new Executables(environment.variable("PATH")).has("setsid")
                ? List.of("setsid")
                : List.of("sh", "-c", "trap '' HUP; exec \"$@\"", "berth");
    }

    /** The manager of a user may be there and refuse, as after {@code su}; the run is then left without a scope. */
    private boolean isGiven(List<String> scope) throws IOException, InterruptedException {
        List<String> probe = new ArrayList<>(scope);
        probe.addAll(List.of("--", "true"));
        ProcessBuilder builder = new ProcessBuilder(probe)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        builder.environment().putAll(environment.variables());
        Process process = builder.start();
        if (process.waitFor(UserScope.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            return process.exitValue() == 0;
        }
        process.destroyForcibly();
        return false;
    }
}
