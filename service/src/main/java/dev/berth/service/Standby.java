package dev.berth.service;

import dev.berth.service.journal.DamagedJournal;
import dev.berth.service.journal.JournalInUse;
import dev.berth.service.journal.JournalUnavailable;
import dev.berth.service.journal.NewerJournal;
import dev.berth.service.journal.postgres.FollowedJournal;
import dev.berth.service.journal.postgres.PostgresAddress;
import dev.berth.service.journal.postgres.PostgresJournal;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.site.Site;
import dev.berth.service.site.TimeSource;
import dev.berth.service.site.View;
import dev.berth.service.tables.TableKeeper;
import dev.berth.service.web.LeaderRelay;
import dev.berth.service.web.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * One of the servers of a site that share a journal in PostgreSQL. It loads the site and follows the one that leads; when
 * nobody does, it leads, with what it has in memory. When it no longer leads, it forgets everything and begins again.
 */
public final class Standby implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Standby.class);
    private static final long BETWEEN_TRIES = 250;
    /** How often it looks for new entries, and whether somebody leads. */
    private static final long BETWEEN_LOOKS = 50;
    /** Of loading, after which clients are told to wait. */
    private static final long PATIENCE = 500;

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
     * Starts to follow, and to lead when nobody does.
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
        return Optional.ofNullable(server).filter(each -> !each.site().isFollowing());
    }

    /** The server, once it answers. */
    public Optional<Server> answering() {
        return Optional.ofNullable(server);
    }

    /** Completes when this server has stopped; fails with the reason if it had to. */
    public CompletableFuture<Boolean> over() {
        return over.copy();
    }

    private void run() {
        try {
            while (!stop.isDone()) {
                FollowedJournal journal = awaitJournal();
                if (journal != null) {
                    try (journal) {
                        serve(journal);
                    }
                }
            }
            over.complete(true);
        } catch (RuntimeException | Error e) {
            over.completeExceptionally(e);
        }
    }

    /** Null if this server is to stop. */
    private @Nullable FollowedJournal awaitJournal() {
        FollowedJournal journal = tryToFollow();
        if (journal != null) {
            return journal;
        }
        try (Waiting waiting = Waiting.start(settings)) {
            LOG.debug("waiting on port {}", waiting.port());
            while (journal == null && !isStopped(BETWEEN_TRIES)) {
                journal = tryToFollow();
            }
        }
        return journal;
    }

    private @Nullable FollowedJournal tryToFollow() {
        try {
            return FollowedJournal.open(address);
        } catch (JournalUnavailable e) {
            tell(String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** The same reason is told once, not four times a second. */
    private void tell(String why) {
        if (!why.equals(lastTold)) {
            lastTold = why;
            LOG.warn("waiting for the journal: {}", why);
        }
    }

    /** From loading the site until it has to be loaded again. */
    private void serve(FollowedJournal journal) {
        Follower follower = new Follower(journal);
        try {
            Site site = load(journal, follower);
            follower.keep(site);
            follower.catchUp();
            try (LeaderRelay relay = new LeaderRelay(journal.secret(), own, settings.tls(), follower::leader);
                    Server serving = Server.follow(settings, data, site, relay)) {
                server = serving;
                if (follow(follower, serving)) {
                    lead(serving);
                }
            } finally {
                server = null;
            }
        } catch (JournalUnavailable e) {
            tell(String.valueOf(e.getMessage()));
            isStopped(BETWEEN_TRIES);
        }
    }

    /** From the beginning of the leadership to its end. */
    @SuppressWarnings("try") // The tables are only kept meanwhile.
    private void lead(Server serving) {
        lastTold = "";
        try (TableKeeper tables =
                TableKeeper.start(address, () -> serving.site().read(View::now))) {
            leading.accept(serving);
            CompletableFuture.anyOf(stop, serving.site().lost()).join();
        }
    }

    /** Loading takes as long as the site is large: clients are told to wait if that is long. */
    private Site load(FollowedJournal journal, Follower follower) {
        CompletableFuture<Site> loaded = new CompletableFuture<>();
        Thread.ofPlatform().name("berth-load").start(() -> {
            try {
                loaded.complete(Server.load(settings, journal, source, follower::isUpToDate));
            } catch (RuntimeException | Error e) {
                loaded.completeExceptionally(e);
            }
        });
        try {
            try {
                return loaded.get(PATIENCE, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                try (Waiting waiting = Waiting.start(settings)) {
                    LOG.debug("loading, on port {}", waiting.port());
                    return loaded.join();
                }
            }
        } catch (ExecutionException | CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e);
        } catch (InterruptedException e) {
            throw new CompletionException(e);
        }
    }

    /** Follows until nobody leads and this server does, or it is to stop. */
    private boolean follow(Follower follower, Server serving) {
        while (!isStopped(BETWEEN_LOOKS)) {
            try {
                if (follower.catchUp().isVacant() && begin(follower, serving)) {
                    return true;
                }
                lastTold = "";
            } catch (JournalUnavailable e) {
                tell(String.valueOf(e.getMessage()));
            } catch (NewerJournal e) {
                // Loading it again does not help, and answers would be older and older.
                throw e;
            } catch (DamagedJournal e) {
                LOG.error(
                        "this is not the history that this server has followed; loading the site again: {}",
                        e.getMessage());
                return false;
            }
        }
        return false;
    }

    private boolean begin(Follower follower, Server serving) {
        PostgresJournal journal;
        try {
            journal = PostgresJournal.lead(address, own, () -> source.read().wall());
        } catch (JournalInUse e) {
            return false;
        }
        try {
            follower.catchUp();
            serving.lead(journal);
            return true;
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private boolean isStopped(long millis) {
        try {
            return stop.get(millis, TimeUnit.MILLISECONDS);
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
