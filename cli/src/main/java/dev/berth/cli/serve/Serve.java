package dev.berth.cli.serve;

import dev.berth.api.log.Log;
import dev.berth.api.web.PortTaken;
import dev.berth.broker.remote.SitesFile;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Signals;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.server.settings.SiteFile;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.json.Invalid;
import dev.berth.words.Spans;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@code berth serve}, and {@code berth broker}, which is the same with an empty book and a list of sites. */
public final class Serve implements ShellCommand {
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
                            + " settings.",
                    "If --config is a directory, all sites with a file in it are served: lab.yaml is the site lab, with its"
                            + " data in DIR/lab and the port in its settings. A site that fails is tried again and does not stop"
                            + " the others; SIGHUP also begins with new files, and ends sites whose files are gone.");
        }
        syntax.path(
                        "--config",
                        "FILE",
                        isBroker
                                ? "Settings of the broker, in the format of site.yaml, without pools"
                                : "Settings of the site, such as site.yaml, or a directory of such files",
                        value -> config = value)
                .required();
        syntax.path("--data", "DIR", "Data directory; created if it does not exist", value -> data = value)
                .required();
        syntax.text(
                "--journal",
                "ADDRESS",
                "Keep the journal in PostgreSQL, such as postgresql://berth@db/berth; the data directory then holds keys"
                        + " only. Several instances may share it: one leads, the others follow. Default: a file in the data"
                        + " directory",
                value -> journal = value);
        syntax.text(
                "--address",
                "URL",
                "Where the other instances reach this one, such as https://a.example.org:8443; for --journal. Default: the"
                        + " address in the settings, or the name of this host if that is 0.0.0.0. Without a port for several sites",
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
        if (Files.isDirectory(config)) {
            return several(most);
        }
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
        Welcome welcome = new Welcome(environment.streams().out(), settings, signIn);
        try (Log log = ServeLog.open(environment, settings.log());
                RunningService running = RunningService.start(settings, data, environment.clock(), () -> {});
                Welcome.OpenedDoor door = welcome.door(data, () -> Optional.of(running.server()));
                Signals reload = Signals.on("HUP", () -> reload(log, running.server()::reload))) {
            welcome.tell(running.server());
            running.await(most);
        }
    }

    @SuppressWarnings("try") // The signal handler is only opened and closed.
    private void shared(SiteSettings settings, String database, Optional<Duration> most) {
        Welcome welcome = new Welcome(environment.streams().out(), settings, signIn);
        try (Log log = ServeLog.open(environment, settings.log());
                SharedService running = SharedService.start(
                        settings,
                        data,
                        SharedService.journal(database),
                        OwnAddress.of(settings, Optional.ofNullable(address)),
                        environment.clock(),
                        welcome.onFirstLead());
                Welcome.OpenedDoor door = welcome.door(data, running::server);
                Signals reload = Signals.on("HUP", () -> reload(log, running::reload))) {
            running.await(most);
        }
    }

    private void reload(Log log, Consumer<SiteSettings> changed) {
        Welcome.reload(config, () -> {
            SiteSettings settings = settings();
            log.set("", settings.log().style());
            changed.accept(settings);
        });
    }

    /** Serves every site that has its settings in a directory. */
    private int several(Optional<Duration> most) {
        if (isBroker || port != null) {
            throw new BadInput(
                    isBroker
                            ? "--config: " + config + " is a directory; name the file with the settings of the broker"
                            : "--port is for one site; " + config
                                    + " is a directory, and each site has its own listen");
        }
        SitesDirectory.Place place = place();
        List<SignInDoor.Answer> running = signIn
                ? place.names().stream()
                        .flatMap(name -> SignInDoor.ask(place.data(name)).stream())
                        .toList()
                : List.of();
        if (!running.isEmpty()) {
            running.forEach(answer -> environment.streams().out().print(answer.text() + (answer.done() ? "" : "\n")));
            return ExitCode.DONE;
        }
        try (SitesDirectory sites = SitesDirectory.open(place)) {
            sites.await(most);
        }
        return ExitCode.DONE;
    }

    private SitesDirectory.Place place() {
        Optional<PostgresAddress> database = Optional.ofNullable(journal).map(SharedService::journal);
        if (database.isPresent() && !database.get().isUsualSite()) {
            throw new BadInput("--journal: leave out site=" + database.get().site() + "; " + config
                    + " is a directory, and each site has the name of its file");
        }
        return new SitesDirectory.Place(
                config, data, database, Optional.ofNullable(address).map(OwnAddress::host), signIn, environment);
    }

    private int told(SignInDoor.Answer answer) {
        if (!answer.done()) {
            throw new Failed(answer.text());
        }
        environment.streams().out().print(answer.text());
        return ExitCode.DONE;
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
        return read.with(draft -> draft.broker = Optional.of(read("--sites", sites, SitesFile::read)));
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
        if (port == null) {
            return read;
        }
        InetSocketAddress listen = new InetSocketAddress(read.listen().getHostString(), port);
        return read.with(draft -> draft.listen = listen);
    }
}
