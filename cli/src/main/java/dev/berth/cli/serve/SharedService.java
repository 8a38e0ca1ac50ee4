package dev.berth.cli.serve;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Signals;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.NewerJournal;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.server.Server;
import dev.berth.server.Standby;
import dev.berth.server.settings.SiteSettings;
import dev.berth.site.TimeSource;
import dev.berth.wire.tls.UnusableCertificate;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** One of several instances of a site in this process, stopped in good order. */
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
            SiteSettings settings,
            Path data,
            PostgresAddress journal,
            String own,
            Clock clock,
            Consumer<Server> leading) {
        return new SharedService(open(settings, data, journal, own, clock, leading));
    }

    /** An instance that the caller stops. */
    static Standby open(
            SiteSettings settings,
            Path data,
            PostgresAddress journal,
            String own,
            Clock clock,
            Consumer<Server> leading) {
        try {
            return Standby.start(settings, data, journal, TimeSource.measured(clock), own, leading);
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    static PostgresAddress journal(String text) {
        try {
            return PostgresAddress.of(text);
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    /** The instance, while it leads. */
    Optional<Server> server() {
        return standby.server();
    }

    List<String> reload(SiteSettings changed) {
        return standby.reload(changed);
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

    /** Why an instance had to stop, in words for its operator. */
    static RuntimeException failed(Throwable cause) {
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
