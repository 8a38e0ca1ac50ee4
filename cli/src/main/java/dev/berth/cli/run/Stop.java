package dev.berth.cli.run;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.Access;
import dev.berth.cli.remote.ServiceClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code berth stop}. */
public final class Stop implements ShellCommand {
    private static final long PAUSE_MILLIS = 100;
    /** For what a runner does beside waiting for its command. */
    private static final Duration MORE = Duration.ofSeconds(30);

    private final Environment environment;
    private String id = "";

    public Stop(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Stops a command that was left running with berth run --detach, here or, by ssh, on the host where it runs, or whose berth run was killed:"
                        + " TERM first, KILL after its grace. Its servers are given back. One that still waits for its servers"
                        + " is cancelled.");
        syntax.parameter("ID", "Its reservation, such as r17", value -> id = value);
        syntax.examples("berth stop r17");
    }

    @Override
    public int run() {
        RunFiles files = RunFiles.of(environment);
        Optional<RunNote> here = files.inReservation(id);
        if (here.isEmpty()) {
            return new OtherHosts(environment)
                    .berth(id, List.of("stop", id))
                    .orElseThrow(() -> new BadInput(
                            "%s was not started with berth run on this machine; see berth runs, or cancel it: berth cancel %1$s"
                                    .formatted(id)));
        }
        RunNote note = here.get();
        if (!note.isDetached() && note.isAlive()) {
            throw new BadInput(
                    "%s runs in the foreground, in process %d; press Ctrl-C there".formatted(id, note.process()));
        }
        if (note.isAlive()) {
            ProcessHandle.of(note.process()).ifPresent(ProcessHandle::destroy);
            await(note);
        } else if (note.hasBegun() && !note.isSettled()) {
            new Places(
                            environment,
                            () -> new ServiceClient(
                                            Access.find(environment, note.address(), note.authority()), environment)
                                    .withoutWaiting(),
                            line -> {})
                    .via(note.via())
                    .stop(note.mark());
        }
        new Backlog(environment, files).settle();
        environment
                .streams()
                .out()
                .println(id
                        + files.by(note.runner())
                                .flatMap(RunNote::exitCode)
                                .map(" is stopped; exit code %d"::formatted)
                                .orElse(note.hasBegun() ? " is stopped" : " is cancelled"));
        return ExitCode.DONE;
    }

    private void await(RunNote note) {
        long until = System.nanoTime() + note.limits().grace().plus(MORE).toNanos();
        while (note.isAlive()) {
            if (System.nanoTime() - until > 0) {
                throw new Failed("%s does not stop; its runner is process %d".formatted(id, note.process()));
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failed("Interrupted");
            }
        }
    }
}
