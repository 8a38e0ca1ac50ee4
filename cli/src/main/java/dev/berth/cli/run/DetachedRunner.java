package dev.berth.cli.run;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Signals;
import dev.berth.cli.remote.Access;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.words.Moments;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The process that {@code berth run --detach} leaves behind. What it says is in the output of its command. */
public final class DetachedRunner {
    private DetachedRunner() {}

    public static void main(String[] args) {
        System.exit(run(args[0], Environment.ofProcess()));
    }

    private static int run(String runner, Environment environment) {
        RunFiles files = RunFiles.of(environment);
        RunNote note = files.by(runner)
                .orElseThrow(() -> new IllegalArgumentException("no note of " + runner))
                .by(ProcessHandle.current());
        BlockingQueue<Happening> happenings = new LinkedBlockingQueue<>();
        List<Signals> handlers = note.isAttended()
                ? List.of(
                        passing("HUP", "HUP", happenings),
                        passing("INT", "INT", happenings),
                        passing(RelayedRun.PASS_TERM, "TERM", happenings),
                        Signals.on("TERM", () -> happenings.add(new Happening.Stopped())))
                : List.of(
                        Signals.on("HUP", () -> {}),
                        Signals.on("INT", () -> happenings.add(new Happening.Stopped())),
                        Signals.on("TERM", () -> happenings.add(new Happening.Stopped())));
        note = note.listening();
        files.save(note);
        Moments moments = Moments.in(environment.clock(), "");
        WaitingLine line = new WaitingLine(environment.streams().err(), moments, false);
        try {
            ServiceClient service = new ServiceClient(
                            Access.find(environment, note.address(), note.authority()), environment)
                    .withoutWaiting();
            return note.isOpportunistic()
                    ? new OpportunistRunner(note, service, environment, files, happenings, line, moments).run()
                    : new Runner(note, service, environment, files, happenings, line, moments).run();
        } catch (RefusedByService | BadInput | Failed | IOException e) {
            line.say(String.valueOf(e.getMessage()));
            return ExitCode.FAILED;
        } catch (InterruptedException e) {
            return ExitCode.FAILED;
        } finally {
            handlers.forEach(Signals::close);
        }
    }

    private static Signals passing(String signal, String meaning, BlockingQueue<Happening> happenings) {
        return Signals.on(signal, () -> happenings.add(new Happening.Signalled(meaning)));
    }
}
