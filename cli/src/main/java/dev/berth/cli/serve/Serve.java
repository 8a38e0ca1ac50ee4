package dev.berth.cli.serve;

import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Signals;
import dev.berth.service.Server;
import dev.berth.service.account.Accounts;
import dev.berth.service.settings.SiteFile;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.settings.SitesFile;
import dev.berth.service.site.ClockState;
import dev.berth.service.web.PortTaken;
import dev.berth.service.words.Spans;
import dev.berth.workflow.json.Invalid;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code berth serve}, and {@code berth broker}, which is the same with an empty book and a list of sites. */
public final class Serve implements Command {
    private static final String ADMINISTRATOR = "admin";

    private final Environment environment;
    private final boolean isBroker;

    private Path sites = Path.of("");

    private Path config = Path.of("");

    private Path data = Path.of("");

    private @Nullable String journal;

    private @Nullable String address;

    private @Nullable Integer port;

    private boolean signIn;

    private @Nullable String time;

    private Serve(Environment environment, boolean isBroker) {
        this.environment = environment;
        this.isBroker = isBroker;
    }

    /** {@code berth serve}. */
    public static Serve site(Environment environment) {
        return new Serve(environment, false);
    }

    /** {@code berth broker}. */
    public static Serve broker(Environment environment) {
        return new Serve(environment, true);
    }

    @Override
    public void declare(Syntax syntax) {
        if (isBroker) {
            syntax.about(
                    "Runs a broker: a service that books at several sites, at the best one or at several of them together,"
                            + " all or nothing. It has no servers of its own, and books at each site with the token of the user"
                            + " who asks. Users book with berth deals.",
                    "SIGTERM and Ctrl-C stop it after the requests in progress; deals that are under way go on after the"
                            + " next start.");
            syntax.path(
                            "--sites",
                            "FILE",
                            "Names and addresses of the sites, and where the tokens of the users are, such as sites.yaml",
                            value -> sites = value)
                    .required();
        } else {
            syntax.about(
                    "Runs the service of a site. SIGTERM and Ctrl-C stop it after the requests in progress; SIGHUP reloads the"
                            + " settings.");
        }
        syntax.path(
                        "--config",
                        "FILE",
                        isBroker
                                ? "Settings of the broker, in the format of site.yaml, without pools"
                                : "Settings of the site, such as site.yaml",
                        value -> config = value)
                .required();
        syntax.path("--data", "DIR", "Data directory; created if it does not exist", value -> data = value)
                .required();
        syntax.text(
                "--journal",
                "ADDRESS",
                "Keep the journal in PostgreSQL, such as postgresql://berth@db/berth; the data directory then holds keys"
                        + " only. Several servers may share it: one leads, the others follow. Default: a file in the data"
                        + " directory",
                value -> journal = value);
        syntax.text(
                "--address",
                "URL",
                "Where the other servers reach this one, such as https://a.example.org:8443; for --journal. Default: the"
                        + " address in the settings, or the name of this host if that is 0.0.0.0",
                value -> address = value);
        syntax.integer(
                "--port", "N", "Port, instead of the one in the settings; 0 for any free port", value -> port = value);
        syntax.flag(
                "--sign-in",
                "Print a one-time sign-in token for the account admin, as on the first start. If the service runs already, it"
                        + " is asked for one and goes on",
                () -> signIn = true);
        syntax.text(
                "--for",
                "DURATION",
                "Stop after this time, such as 2h. Default: run until stopped",
                value -> time = value);
    }

    @Override
    public int run() {
        Optional<Duration> most = Optional.ofNullable(time).map(text -> Spans.positive("--for", text));
        SiteSettings settings = settings();
        Optional<SignInDoor.Answer> running = signIn ? SignInDoor.ask(data) : Optional.empty();
        if (running.isPresent()) {
            return told(running.get());
        }
        try {
            if (journal == null) {
                alone(settings, most);
            } else {
                shared(settings, journal, most);
            }
        } catch (PortTaken e) {
            throw new Failed("port " + settings.listen().getPort()
                    + " is in use by another program; stop it, or choose another port with --port");
        }
        return ExitCode.DONE;
    }

    @SuppressWarnings("try") // The signal handler is only opened and closed.
    private void alone(SiteSettings settings, Optional<Duration> most) {
        try (RunningService running = RunningService.start(settings, data, environment.clock(), () -> {});
                OpenedDoor door = door(() -> Optional.of(running.server()), settings);
                Signals reload = Signals.on("HUP", () -> reload(running.server()))) {
            tell(settings, running.server(), running.address());
            running.await(most);
        }
    }

    @SuppressWarnings("try") // The signal handler is only opened and closed.
    private void shared(SiteSettings settings, String database, Optional<Duration> most) {
        String own = SharedService.own(settings, Optional.ofNullable(address));
        try (SharedService running = SharedService.start(
                        settings,
                        data,
                        database,
                        own,
                        environment.clock(),
                        server -> tell(settings, server, RunningService.address(settings, server.port())));
                OpenedDoor door = door(running::server, settings);
                Signals reload = Signals.on("HUP", () -> running.server().ifPresent(this::reload))) {
            running.await(most);
        }
    }

    /** The door, or nothing to close. */
    private interface OpenedDoor extends AutoCloseable {
        @Override
        void close();
    }

    private OpenedDoor door(Supplier<Optional<Server>> server, SiteSettings settings) {
        try {
            return SignInDoor.open(data, () -> answer(server.get(), settings))::close;
        } catch (IOException | UnsupportedOperationException e) {
            PrintStream out = environment.streams().out();
            out.printf(
                    "Attention: --sign-in cannot reach this service while it runs, because %s cannot be opened: %s%n",
                    SignInDoor.socket(data), e.getMessage());
            out.flush();
            return () -> {};
        }
    }

    private static SignInDoor.Answer answer(Optional<Server> server, SiteSettings settings) {
        try {
            return server.map(leading -> new SignInDoor.Answer(
                            true, ways(leading, RunningService.address(settings, leading.port()))))
                    .orElse(new SignInDoor.Answer(
                            false,
                            "The server in this directory waits while another one leads the site; run this on the host of"
                                    + " the leading server"));
        } catch (RuntimeException e) {
            return new SignInDoor.Answer(false, "The service cannot make a sign-in token: " + e.getMessage());
        }
    }

    private int told(SignInDoor.Answer answer) {
        if (!answer.done()) {
            throw new Failed(answer.text());
        }
        environment.streams().out().print(answer.text());
        return ExitCode.DONE;
    }

    private static String ways(Server server, String address) {
        return """
                Sign in within an hour, once, as %1$s:
                  berth login %2$s --token %3$s
                or open %2$s in a browser and sign in with %4$s
                """.formatted(
                        ADMINISTRATOR, address, server.oneTimeToken(ADMINISTRATOR), server.oneTimeToken(ADMINISTRATOR));
    }

    private void tell(SiteSettings settings, Server server, String address) {
        PrintStream out = environment.streams().out();
        out.println("Berth serves " + settings.name() + " on " + address);
        settings.broker().ifPresent(broker -> out.println("It books at " + String.join(", ", broker.names())));
        if (signIn || isNew(server)) {
            out.print(ways(server, address));
        }
        ClockState clock = server.site().clock().state();
        if (clock.isStopped()) {
            out.println("Attention: " + clock.explanation());
        }
        server.notices().forEach(notice -> out.println("Attention: " + notice));
        out.flush();
    }

    /** A file that cannot be read changes nothing: the service goes on. */
    private void reload(Server server) {
        PrintStream out = environment.streams().out();
        try {
            List<String> notices = server.reload(settings());
            out.println("Settings read again from " + config);
            notices.forEach(notice -> out.println("Attention: " + notice));
        } catch (RuntimeException e) {
            out.println("Attention: the settings stay as they were: " + e.getMessage());
        }
        out.flush();
    }

    private static boolean isNew(Server server) {
        return server.site().read(view -> view.facts(Accounts.class).open().isEmpty());
    }

    private SiteSettings settings() {
        if (port != null && (port < 0 || port > 65_535)) {
            throw new BadInput("--port: " + port + " is out of range; it must be from 0 to 65535");
        }
        SiteSettings read = changed(read("--config", config, SiteFile::read));
        if (!isBroker) {
            return read;
        }
        if (!read.pools().isEmpty()) {
            throw new BadInput(
                    config + ": pools must be left out for a broker, which has no servers; run them with berth serve");
        }
        return read.withBroker(read("--sites", sites, SitesFile::read));
    }

    /** Reads a file with settings. */
    private interface Reader<T> {
        T read(Path file) throws IOException;
    }

    private static <T> T read(String option, Path file, Reader<T> reader) {
        try {
            return reader.read(file);
        } catch (Invalid e) {
            throw new BadInput(file + ": " + e.getMessage());
        } catch (IOException e) {
            throw new Failed(option, e);
        }
    }

    private SiteSettings changed(SiteSettings read) {
        return port == null
                ? read
                : read.withListen(new InetSocketAddress(read.listen().getHostString(), port));
    }
}
