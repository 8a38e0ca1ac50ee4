package dev.berth.cli.demo;

import dev.berth.api.log.Log;
import dev.berth.api.log.LogSettings;
import dev.berth.api.web.PortTaken;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.serve.RunningService;
import dev.berth.cli.serve.ServeLog;
import dev.berth.server.settings.SiteSettings;
import dev.berth.site.View;
import dev.berth.words.Spans;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** {@code berth demo}. */
public final class Demo implements ShellCommand {
    private static final int PORTS = 20;

    private final Environment environment;

    private @Nullable Path data;

    private int port = SiteSettings.PORT;

    private @Nullable String time;

    public Demo(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Starts a small site with a day of reservations on this machine, and shows what to try.");
        syntax.path(
                "--data",
                "DIR",
                "Keep the site in this directory. Default: a temporary directory, deleted at the end",
                value -> data = value);
        syntax.integer("--port", "N", "Port of the service; if it is taken, the next free one", value -> port = value)
                .byDefault(SiteSettings.PORT);
        syntax.text(
                "--for",
                "DURATION",
                "Stop after this time, such as 10m. Default: run until Ctrl-C",
                value -> time = value);
    }

    @Override
    @SuppressWarnings("try") // The log is only opened and closed.
    public int run() {
        if (port < 0 || port > 65_535) {
            throw new BadInput("--port: " + port + " is out of range; it must be from 0 to 65535");
        }
        Optional<Duration> most = Optional.ofNullable(time).map(text -> Spans.positive("--for", text));
        // Nobody operates a demo: only what goes wrong is of interest.
        try (Log log = ServeLog.open(environment, LogSettings.DEFAULT.withLevel(Level.WARN));
                RunningService running = start()) {
            introduce(running, fill(running));
            running.await(most);
        }
        return ExitCode.DONE;
    }

    private RunningService start() {
        Path directory = data == null ? temporary() : data;
        Runnable afterwards = data == null ? () -> delete(directory) : () -> {};
        for (int next = port; next < port + PORTS && next <= 65_535; next++) {
            try {
                RunningService running =
                        RunningService.start(DemoSite.settings(next), directory, environment.clock(), afterwards);
                if (next != port) {
                    environment.streams().err().println("Port " + port + " is in use; the demo is on port " + next);
                    port = next;
                }
                return running;
            } catch (PortTaken e) {
                // The next one may be free.
            } catch (RuntimeException e) {
                afterwards.run();
                throw e;
            }
        }
        afterwards.run();
        throw new Failed(
                "port " + port + " and the " + (PORTS - 1) + " after it are in use; choose another with --port");
    }

    /** A site that is kept has its day already. This machine comes last, so that the day leaves it free. */
    private int fill(RunningService running) {
        int there = running.server().site().read(Demo::reservations);
        int reservations = there > 0
                ? there
                : running.server().site().write("demo", DemoDay::book).join();
        running.server().reload(DemoSite.withThisMachine(DemoSite.settings(port), ThisHost.of(environment)));
        return reservations;
    }

    private static int reservations(View view) {
        return view.reservations().size();
    }

    private void introduce(RunningService running, int reservations) {
        PrintStream out = environment.streams().out();
        out.printf(
                """
                Berth's demo is on %1$s: 18 made-up servers, the cores of this machine, %2$d reservations.
                Open it in a browser and sign in with %5$s
                or try, in another terminal:

                  ./berth login %1$s --token %3$s
                  ./berth run --work 10s -- sh -c 'echo hello from $BERTH_SERVERS; sleep 5'
                  ./berth timetable
                  ./berth book my-job --work 2h --servers 2 --deadline now+12h

                A token signs in once, within an hour. %4$s
                """,
                running.address(),
                reservations,
                running.server().oneTimeToken("admin"),
                time == null ? "Ctrl-C ends the demo." : "The demo ends by itself in " + time + ".",
                running.server().oneTimeToken("admin"));
        out.flush();
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("berth-demo");
        } catch (IOException e) {
            throw new Failed("Cannot create a temporary directory for the demo; name one with --data", e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // It is a temporary directory: the system deletes it some day.
        }
    }
}
