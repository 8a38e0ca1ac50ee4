package dev.berth.service;

import dev.berth.service.journal.Journal;
import dev.berth.service.journal.JournalInUse;
import dev.berth.service.journal.JournalUnavailable;
import dev.berth.service.journal.postgres.PostgresAddress;
import dev.berth.service.journal.postgres.PostgresJournal;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.site.TimeSource;
import dev.berth.service.site.View;
import dev.berth.service.tables.TableKeeper;
import dev.berth.service.web.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of the servers of a site that share a journal in PostgreSQL. It waits until nobody else leads, loads the site and
 * serves it, and when it no longer leads, it forgets everything and waits again.
 */
public final class Standby implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Standby.class);
    private static final long BETWEEN_TRIES = 250;

    private final SiteSettings settings;
    private final Path data;
    private final PostgresAddress address;
    private final TimeSource source;
    private final String own;
    private final Consumer<Server> leading;
    private final Thread thread = Thread.ofPlatform().name("berth-standby").unstarted(this::run);
    private final CompletableFuture<Boolean> stop = new CompletableFuture<>();
    private final CompletableFuture<Boolean> over = new CompletableFuture<>();
    private volatile @Nullable Server server;
    private volatile String leader = "";
    private String lastTold = "";

    private Standby(
            SiteSettings settings,
            Path data,
            PostgresAddress address,
            TimeSource source,
            String own,
            Consumer<Server> leading) {
        this.settings = settings;
        this.data = data;
        this.address = address;
        this.source = source;
        this.own = own;
        this.leading = leading;
    }

    /**
     * Starts to wait.
     *
     * @param data where the server keeps its keys; made if it is not there
     * @param own where clients reach this server, for those who ask another one
     * @param leading is told each time that this server begins to lead
     * @throws IllegalArgumentException if it would listen where others can reach it, unprotected
     */
    public static Standby start(
            SiteSettings settings,
            Path data,
            PostgresAddress address,
            TimeSource source,
            String own,
            Consumer<Server> leading) {
        settings.exposed().ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        try {
            Files.createDirectories(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Standby standby = new Standby(settings, data, address, source, own, leading);
        standby.thread.start();
        return standby;
    }

    /** The server, while this one leads. */
    public Optional<Server> server() {
        return Optional.ofNullable(server);
    }

    /** Completes when this server has stopped; fails with the reason if it had to. */
    public CompletableFuture<Boolean> over() {
        return over.copy();
    }

    private void run() {
        try {
            while (!stop.isDone()) {
                Journal journal = awaitTurn();
                if (journal != null) {
                    lead(journal);
                }
            }
            over.complete(true);
        } catch (RuntimeException | Error e) {
            over.completeExceptionally(e);
        }
    }

    /** Answers that somebody else leads until nobody does; null if this server is to stop. */
    private @Nullable Journal awaitTurn() {
        Journal journal = tryToLead();
        if (journal != null) {
            return journal;
        }
        try (Waiting waiting = Waiting.start(settings, () -> leader)) {
            LOG.debug("waiting on port {}", waiting.port());
            while (journal == null && !awaited(stop, BETWEEN_TRIES)) {
                journal = tryToLead();
            }
        } catch (RuntimeException e) {
            if (journal != null) {
                journal.close();
            }
            throw e;
        }
        return journal;
    }

    private @Nullable Journal tryToLead() {
        try {
            return PostgresJournal.lead(address, own);
        } catch (JournalInUse e) {
            leader = e.address();
            tell(String.valueOf(e.getMessage()));
        } catch (JournalUnavailable e) {
            leader = "";
            tell(String.valueOf(e.getMessage()));
        }
        return null;
    }

    /** The same reason is told once, not four times a second. */
    private void tell(String why) {
        if (!why.equals(lastTold)) {
            lastTold = why;
            LOG.warn("waiting to lead the site: {}", why);
        }
    }

    private void lead(Journal journal) {
        lastTold = "";
        try (Server serving = Server.start(settings, data, journal, source);
                TableKeeper tables =
                        TableKeeper.start(address, () -> serving.site().read(View::now))) {
            LOG.debug("keeping tables: {}", tables);
            server = serving;
            leading.accept(serving);
            CompletableFuture.anyOf(stop, serving.site().lost()).join();
        } finally {
            server = null;
        }
    }

    private static boolean awaited(CompletableFuture<Boolean> future, long millis) {
        try {
            future.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    /** Finishes what is under way and lets another server lead at once. */
    @Override
    public void close() {
        stop.complete(true);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
