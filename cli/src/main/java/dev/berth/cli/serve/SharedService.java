package dev.berth.cli.serve;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Signals;
import dev.berth.service.Server;
import dev.berth.service.Standby;
import dev.berth.service.journal.DamagedJournal;
import dev.berth.service.journal.NewerJournal;
import dev.berth.service.journal.postgres.PostgresAddress;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.site.TimeSource;
import dev.berth.service.tls.UnusableCertificate;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** One of several servers of a site in this process, stopped in good order. */
final class SharedService implements AutoCloseable {
    private final Standby standby;
    private final CompletableFuture<Boolean> stop = new CompletableFuture<>();
    private final Signals termination = Signals.on("TERM", () -> stop.complete(true));
    private final Thread hook;

    private SharedService(Standby standby) {
        this.standby = standby;
        this.hook = new Thread(standby::close, "berth-stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static SharedService start(
            SiteSettings settings, Path data, String journal, String own, Clock clock, Consumer<Server> leading) {
        Logs.warningsOnly();
        try {
            return new SharedService(Standby.start(
                    settings, data, PostgresAddress.of(journal), TimeSource.measured(clock), own, leading));
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    /** Where the other servers reach this one. */
    static String own(SiteSettings settings, Optional<String> given) {
        if (given.isPresent()) {
            String address = given.get().replaceFirst("/$", "");
            if (!address.matches("https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?|https?://\\[[0-9A-Fa-f:]+](:[0-9]{1,5})?")) {
                throw new BadInput("--address: \"" + given.get() + "\" must be such as https://a.example.org:8443");
            }
            return address;
        }
        String usual = RunningService.address(settings, settings.listen().getPort());
        try {
            return settings.listen().getAddress() != null
                            && settings.listen().getAddress().isAnyLocalAddress()
                    ? usual.replaceFirst(
                            "//.*:", "//" + InetAddress.getLocalHost().getHostName() + ":")
                    : usual;
        } catch (UnknownHostException e) {
            throw new BadInput("The name of this host is not known; give --address");
        }
    }

    /** The server, while it leads. */
    Optional<Server> server() {
        return standby.server();
    }

    /** Waits until the process is told to end, for so long, or until the service fails. */
    void await(Optional<Duration> most) {
        try {
            CompletableFuture.anyOf(stop, standby.over())
                    .get(most.map(Duration::toMillis).orElse(Long.MAX_VALUE), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // As long as it was asked for.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw failed(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    private static RuntimeException failed(Throwable cause) {
        return switch (cause) {
            case NewerJournal e -> new Failed(String.valueOf(e.getMessage()));
            case DamagedJournal e -> new Failed(e.getMessage() + "; restore a backup");
            case UnusableCertificate e -> new Failed("tls: " + e.getMessage());
            case RuntimeException e -> e;
            default -> new CompletionException(cause);
        };
    }

    @Override
    public void close() {
        termination.close();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends anyway, and that closes it.
        }
        standby.close();
    }
}
