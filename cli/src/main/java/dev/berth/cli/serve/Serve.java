package dev.berth.cli.serve;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.time.Spans;
import dev.berth.service.account.Accounts;
import dev.berth.service.settings.SiteFile;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.site.ClockState;
import dev.berth.service.web.PortTaken;
import dev.berth.workflow.json.Invalid;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code berth serve}. */
@Command(
        name = "serve",
        description = "Runs the service of a site until it is told to end; SIGTERM finishes what is in flight.")
public final class Serve implements Callable<Integer> {
    private static final String ADMINISTRATOR = "admin";

    private final Environment environment;

    @Option(names = "--config", paramLabel = "FILE", required = true, description = "The settings, such as site.yaml.")
    @SuppressWarnings("NullAway.Init")
    private Path config;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            required = true,
            description = "Where the journal is; made if it is not there.")
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Option(names = "--port", paramLabel = "N", description = "In place of the port in the settings; 0 for a free one.")
    private @Nullable Integer port;

    @Option(
            names = "--sign-in",
            description = "Print a one-time sign-in token for the account admin, as on the first start.")
    private boolean signIn;

    @Option(names = "--for", paramLabel = "DURATION", description = "Stop after so long, such as 2h.")
    private @Nullable String time;

    public Serve(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Optional<Duration> most = Optional.ofNullable(time).map(text -> Spans.positive("--for", text));
        SiteSettings settings = settings();
        try (RunningService running = RunningService.start(settings, data, environment.clock(), () -> {})) {
            PrintStream out = environment.streams().out();
            out.println("Berth serves " + settings.name() + " on " + running.address());
            if (signIn || isNew(running)) {
                out.println("Sign in within an hour, once, as " + ADMINISTRATOR + ":");
                out.println("  berth login " + running.address() + " --token "
                        + running.server().oneTimeToken(ADMINISTRATOR));
                out.println("or open " + running.address() + " in a browser and sign in with "
                        + running.server().oneTimeToken(ADMINISTRATOR));
            }
            ClockState clock = running.server().site().clock().state();
            if (clock.isStopped()) {
                out.println("Attention: " + clock.explanation());
            }
            out.flush();
            running.await(most);
        } catch (PortTaken e) {
            throw new Failed("port " + settings.listen().getPort()
                    + " is taken by another program; free it, or choose another with --port");
        }
        return ExitCode.DONE;
    }

    private static boolean isNew(RunningService running) {
        return running.server()
                .site()
                .read(view -> view.facts(Accounts.class).open().isEmpty());
    }

    private SiteSettings settings() {
        if (port != null && (port < 0 || port > 65_535)) {
            throw new BadInput("--port: " + port + " is not right; it goes from 0 to 65535");
        }
        try {
            return changed(SiteFile.read(config));
        } catch (Invalid e) {
            throw new BadInput(config + ": " + e.getMessage());
        } catch (IOException e) {
            throw new Failed("--config", e);
        }
    }

    private SiteSettings changed(SiteSettings read) {
        return port == null
                ? read
                : read.withListen(new InetSocketAddress(read.listen().getHostString(), port));
    }
}
