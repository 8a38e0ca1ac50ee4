package dev.berth.cli.serve;

import dev.berth.api.log.Log;
import dev.berth.api.web.PortTaken;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.server.Server;
import dev.berth.server.Standby;
import dev.berth.server.settings.SiteFile;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.json.Invalid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of the sites of a process, with a thread of its own. If it cannot be served, the reason is told, and it is tried again
 * after a while, or as soon as its settings are read again; the others do not notice.
 */
final class ServedSite implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServedSite.class);
    private static final long SHORTEST_PAUSE = 1;
    private static final long LONGEST_PAUSE = 60;

    private final SitesDirectory.Place place;
    private final Log log;
    private final String name;
    private final Thread thread;
    private final CompletableFuture<Boolean> stop = new CompletableFuture<>();
    private volatile CompletableFuture<Boolean> tryAgain = new CompletableFuture<>();
    /** How settings are read again while the site is served. */
    private volatile @Nullable Consumer<SiteSettings> reloading;

    private ServedSite(SitesDirectory.Place place, Log log, String name) {
        this.place = place;
        this.log = log;
        this.name = name;
        this.thread = Thread.ofPlatform().name("berth-site-" + name).unstarted(() -> Log.about(name, this::run));
    }

    /** Begins to serve it. */
    static ServedSite start(SitesDirectory.Place place, Log log, String name) {
        ServedSite site = new ServedSite(place, log, name);
        site.thread.start();
        return site;
    }

    static SiteSettings settings(Path file) {
        try {
            return SiteFile.read(file);
        } catch (Invalid e) {
            throw new BadInput(file + ": " + e.getMessage());
        } catch (IOException e) {
            throw new Failed("--config", e);
        }
    }

    private void run() {
        String lastTold = "";
        long pause = SHORTEST_PAUSE;
        while (!stop.isDone()) {
            tryAgain = new CompletableFuture<>();
            long begun = System.nanoTime();
            try {
                serve();
            } catch (RuntimeException | Error e) {
                if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(LONGEST_PAUSE)) {
                    pause = SHORTEST_PAUSE;
                    lastTold = "";
                }
                String why = why(e);
                // The same reason is not repeated at every attempt.
                if (!why.equals(lastTold)) {
                    LOG.atError()
                            .addKeyValue("site", name)
                            .addKeyValue("why", why)
                            .log("Site is not served; it is tried again from time to time, and on SIGHUP");
                    lastTold = why;
                }
                await(CompletableFuture.anyOf(stop, tryAgain), pause);
                pause = Math.min(LONGEST_PAUSE, 2 * pause);
            }
        }
    }

    /** Until it is to stop, or fails. */
    private void serve() {
        SiteSettings settings = settings();
        Welcome told = place.welcome(settings);
        try {
            if (place.journal().isEmpty()) {
                alone(settings, told);
            } else {
                shared(settings, told);
            }
        } finally {
            reloading = null;
        }
    }

    @SuppressWarnings("try") // The door is only opened and closed.
    private void alone(SiteSettings settings, Welcome told) {
        try (Server server = RunningService.open(settings, place.data(name), place.clock());
                Welcome.OpenedDoor door = told.door(place.data(name), () -> Optional.of(server))) {
            told.tell(server);
            reloading = server::reload;
            await(stop, Long.MAX_VALUE);
        }
    }

    @SuppressWarnings("try") // The door is only opened and closed.
    private void shared(SiteSettings settings, Welcome told) {
        try (Standby standby = SharedService.open(
                        settings,
                        place.data(name),
                        place.journal().orElseThrow().withSite(name),
                        OwnAddress.ofOne(settings, place.address()),
                        place.clock(),
                        told.onFirstLead());
                Welcome.OpenedDoor door = told.door(place.data(name), standby::server)) {
            reloading = standby::reload;
            await(CompletableFuture.anyOf(stop, standby.over()), Long.MAX_VALUE);
        }
    }

    private static void await(CompletableFuture<?> what, long seconds) {
        try {
            Object unused = what.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            // It is time to try again.
        } catch (InterruptedException e) {
            throw new CompletionException(e);
        } catch (ExecutionException e) {
            throw SharedService.failed(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    private static String why(Throwable e) {
        return e instanceof PortTaken
                ? e.getMessage() + "; give each site a port of its own (listen)"
                : String.valueOf(e.getMessage() == null ? e : e.getMessage());
    }

    /** Reads the settings again; a site that is not served is tried again at once. */
    void reload() {
        Consumer<SiteSettings> now = reloading;
        if (now == null) {
            tryAgain.complete(true);
            return;
        }
        Log.about(name, () -> Welcome.reload(place.file(name), () -> now.accept(settings())));
    }

    private SiteSettings settings() {
        SiteSettings settings = settings(place.file(name));
        if (!log.set(name, settings.log().style())) {
            LOG.atWarn()
                    .addKeyValue("wanted", settings.log().format())
                    .log(
                            "The sites of this process share one log, which has another format; give all of them the same");
        }
        return settings;
    }

    /** Lets another instance lead at once; {@link #close} waits for the end. */
    void stop() {
        stop.complete(true);
    }

    @Override
    public void close() {
        stop();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
