package dev.berth.cli.serve;

import dev.berth.api.web.PortTaken;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Signals;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.JournalInUse;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.NewerJournal;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.tls.UnusableCertificate;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A service in this process that is stopped in good order, also when the process is told to end. */
public final class RunningService implements AutoCloseable {
    private final Server server;
    private final SiteSettings settings;
    private final Runnable afterwards;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread hook = new Thread(this::finish, "berth-stop");
    /** The usual way to end a service is no failure: it stops, and its exit code is 0. */
    private final Signals termination = Signals.on("TERM", stop::countDown);

    private RunningService(Server server, SiteSettings settings, Runnable afterwards) {
        this.server = server;
        this.settings = settings;
        this.afterwards = afterwards;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts the service.
     *
     * @param afterwards done when it has stopped
     * @throws PortTaken if another program listens there
     * @throws Failed if the data cannot be used
     */
    public static RunningService start(SiteSettings settings, Path data, Clock clock, Runnable afterwards) {
        return new RunningService(open(settings, data, clock), settings, afterwards);
    }

    /**
     * A service that the caller stops.
     *
     * @throws PortTaken if another program listens there
     * @throws Failed if the data cannot be used
     */
    static Server open(SiteSettings settings, Path data, Clock clock) {
        try {
            return Server.start(settings, data, clock);
        } catch (JournalInUse e) {
            throw new Failed("--data: " + e.getMessage() + "; stop that process first, or serve another directory");
        } catch (NewerJournal e) {
            throw new Failed(String.valueOf(e.getMessage()));
        } catch (DamagedJournal e) {
            throw new Failed(e.getMessage() + "; restore a backup with berth restore");
        } catch (JournalUnavailable e) {
            throw new Failed("--data: " + e.getMessage() + "; free disk space, or make the directory writable");
        } catch (UnusableCertificate e) {
            throw new Failed("tls: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    public Server server() {
        return server;
    }

    /** Where people reach it. */
    public String address() {
        return address(settings, server.port());
    }

    static String address(SiteSettings settings, int port) {
        String host = settings.listen().getHostString();
        return (settings.tls().isPresent() ? "https://" : "http://")
                + (host.indexOf(':') < 0 ? host : "[" + host + "]")
                + ":"
                + port;
    }

    /** Waits until the process is to end, or until the time is over. */
    public void await(Optional<Duration> most) {
        await(stop, most);
    }

    static void await(CountDownLatch stop, Optional<Duration> most) {
        try {
            if (most.isEmpty()) {
                stop.await();
            } else if (stop.await(most.get().toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void finish() {
        server.close();
        afterwards.run();
        stop.countDown();
    }

    /** Finishes what is in flight; does nothing if the process ends anyway and that is under way. */
    @Override
    public void close() {
        termination.close();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return;
        }
        finish();
    }
}
