package dev.berth.server;

import dev.berth.api.web.LeaderRelay;
import dev.berth.api.web.WaitingAnswers;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.JournalInUse;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.NewerJournal;
import dev.berth.journal.postgres.FollowedJournal;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.journal.postgres.PostgresJournal;
import dev.berth.journal.postgres.Presence;
import dev.berth.server.duty.Duty;
import dev.berth.server.settings.SiteSettings;
import dev.berth.server.tables.TableKeeper;
import dev.berth.site.Site;
import dev.berth.site.TimeSource;
import dev.berth.site.View;
import dev.berth.words.build.Build;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One of the instances of a site that share a journal in PostgreSQL. It loads the site and follows the one that leads; when
 * nobody does, it leads, with what it has in memory. When it no longer leads, it forgets everything and begins again.
 */
public final class Standby implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Standby.class);
    private static final long BETWEEN_TRIES = 250;
    /** How often it looks for new entries, and whether somebody leads. */
    private static final long BETWEEN_LOOKS = 50;
    /** Milliseconds of loading after which clients are told to wait. */
    private static final long PATIENCE = 500;

    private final SiteSettings settings;
    private final Path data;
    private final PostgresAddress address;
    private final TimeSource source;
    private final Presence.Self self;
    private final Consumer<Server> leading;
    private final Thread thread = Thread.ofPlatform().name("berth-standby").unstarted(this::run);
    private final CompletableFuture<Boolean> stop = new CompletableFuture<>();
    private final CompletableFuture<Boolean> over = new CompletableFuture<>();
    private volatile @Nullable Server server;
    /** The settings, if they were read again. */
    private volatile @Nullable SiteSettings changed;

    private String lastTold = "";
    private String lastLeader = "";

    private Standby(
            SiteSettings settings,
            Path data,
            PostgresAddress address,
            TimeSource source,
            String own,
            Consumer<Server> leading) {
        this.self = new Presence.Self(own, this::known);
        this.settings = settings;
        this.data = data;
        this.address = address;
        this.source = source;
        this.leading = leading;
    }

    /**
     * Starts to follow, and to lead when nobody does.
     *
     * @param data where the instance keeps its keys; made if it is not there
     * @param own where clients reach this instance, for those who ask another one
     * @param leading is told each time that this instance begins to lead
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
        standby.about(Level.INFO)
                .addKeyValue("address", own)
                .addKeyValue("version", Build.own().toString())
                .log("Instance started");
        standby.thread.start();
        return standby;
    }

    /** The instance, while this one leads. */
    public Optional<Server> server() {
        return Optional.ofNullable(server).filter(each -> !each.site().isFollowing());
    }

    /** The instance, once it answers. */
    public Optional<Server> answering() {
        return Optional.ofNullable(server);
    }

    /**
     * Brings the site in line with settings that have changed: now if this instance leads, and otherwise when it does.
     *
     * @return what they ask for and the site does not do, with the reason
     */
    public List<String> reload(SiteSettings settingsNow) {
        changed = settingsNow;
        return answering().map(each -> each.reload(settingsNow)).orElse(List.of());
    }

    /** Completes when this instance has stopped; fails with the reason if it had to. */
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
            about(Level.INFO).log("Instance stopped");
            over.complete(true);
        } catch (RuntimeException | Error e) {
            about(Level.ERROR).setCause(e).log("Instance stopped: it cannot go on");
            over.completeExceptionally(e);
        }
    }

    private LoggingEventBuilder about(Level level) {
        return LOG.atLevel(level).addKeyValue("site", settings.name()).addKeyValue("instance", self.name());
    }

    /** Null if this instance is to stop. */
    private @Nullable FollowedJournal awaitJournal() {
        FollowedJournal journal = tryToFollow();
        if (journal != null) {
            return journal;
        }
        try (WaitingAnswers waiting = WaitingAnswers.start(settings.web())) {
            about(Level.DEBUG).addKeyValue("port", waiting.port()).log("Waiting for the journal");
            while (journal == null && !isStopped(BETWEEN_TRIES)) {
                journal = tryToFollow();
            }
        }
        return journal;
    }

    private @Nullable FollowedJournal tryToFollow() {
        try {
            return FollowedJournal.open(address, self.name());
        } catch (JournalUnavailable e) {
            tell(String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** The same reason is told once, not four times a second. */
    private void tell(String why) {
        if (!why.equals(lastTold)) {
            lastTold = why;
            about(Level.WARN).addKeyValue("why", why).log("Waiting for the journal");
        }
    }

    private void answersAgain() {
        if (!lastTold.isEmpty()) {
            lastTold = "";
            about(Level.INFO).log("The journal answers again");
        }
    }

    /** From loading the site until it has to be loaded again, and clients have to wait for that. */
    private void serve(FollowedJournal journal) {
        Follower follower = new Follower(journal);
        try (Presence presence = new Presence(journal, self)) {
            Site site = awaited(loading(journal, follower));
            while (site != null) {
                follower.keep(site);
                catchUp(follower);
                site = serve(journal, follower, presence, site);
            }
        } catch (JournalUnavailable e) {
            tell(String.valueOf(e.getMessage()));
            isStopped(BETWEEN_TRIES);
        }
    }

    /** If the database cannot be asked now, it is asked again later: what was loaded must not be loaded again. */
    private void catchUp(Follower follower) {
        try {
            follower.catchUp();
        } catch (JournalUnavailable e) {
            tell(String.valueOf(e.getMessage()));
        }
    }

    /** Follows and leads; returns the site anew if this instance has handed it over, and null if it has lost it. */
    private @Nullable Site serve(FollowedJournal journal, Follower follower, Presence presence, Site site) {
        try (LeaderRelay relay = new LeaderRelay(journal.secret(), self.own(), settings.tls(), follower::leader);
                Server serving = Server.standBy(settings, data, site, relay, presence, List.of(tables(site)))) {
            server = serving;
            serving.measureLag(follower::lag);
            Optional.ofNullable(changed).ifPresent(serving::reload);
            presence.begin();
            if (!awaitLead(follower, serving, presence) || !lead(serving, presence)) {
                return null;
            }
            CompletableFuture<Site> anew = loading(journal, follower);
            // Whoever asks here is answered by the next leader meanwhile.
            while (!anew.isDone() && !isStopped(BETWEEN_LOOKS)) {
                follower.look();
            }
            return anew.isDone() ? join(anew) : null;
        } finally {
            server = null;
        }
    }

    /** Keeping the tables that others read, which only a journal in PostgreSQL has. */
    private Duty<?> tables(Site site) {
        return new Duty<>("tables", () -> TableKeeper.start(address, () -> site.read(View::now)));
    }

    /** From the beginning of the leadership to its end; whether it was handed over. */
    private boolean lead(Server serving, Presence presence) {
        lastTold = "";
        lastLeader = "";
        presence.leads(true);
        about(Level.INFO).addKeyValue("address", self.own()).log("This instance leads the site now");
        try {
            leading.accept(serving);
            CompletableFuture<Object> end =
                    CompletableFuture.anyOf(stop, serving.site().lost());
            while (!isDone(end, BETWEEN_LOOKS)) {
                if (presence.mustHandOver()) {
                    String heir = presence.heir();
                    serving.handOver(heir);
                    about(Level.INFO)
                            .addKeyValue("to", heir.isEmpty() ? "the first that takes it" : heir)
                            .log("Lead handed over");
                    return true;
                }
            }
            if (serving.site().lost().isDone()) {
                about(Level.WARN)
                        .addKeyValue("why", serving.site().lost().join().getMessage())
                        .log("Lead lost; the site is loaded again");
            } else {
                about(Level.INFO).log("Lead given up: this instance stops");
            }
            return false;
        } finally {
            presence.leads(false);
        }
    }

    /** Loads the site in a thread of its own: a large site takes long. */
    private CompletableFuture<Site> loading(FollowedJournal journal, Follower follower) {
        CompletableFuture<Site> loaded = new CompletableFuture<>();
        Thread.ofPlatform().name("berth-load").start(() -> {
            try {
                loaded.complete(Server.load(settings, journal, source, follower::isUpToDate));
            } catch (RuntimeException | Error e) {
                loaded.completeExceptionally(e);
            }
        });
        return loaded;
    }

    /** Clients are told to wait if it is long. */
    private Site awaited(CompletableFuture<Site> loaded) {
        if (!isDone(loaded, PATIENCE)) {
            try (WaitingAnswers waiting = WaitingAnswers.start(settings.web())) {
                about(Level.DEBUG).addKeyValue("port", waiting.port()).log("Loading the site");
                return join(loaded);
            }
        }
        return join(loaded);
    }

    private static Site join(CompletableFuture<Site> loaded) {
        try {
            return loaded.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Follows until nobody leads and this instance does, or it is to stop. */
    private boolean awaitLead(Follower follower, Server serving, Presence presence) {
        while (!isStopped(BETWEEN_LOOKS)) {
            try {
                if (follower.catchUp().isVacant() && presence.mayLead() && begin(follower, serving)) {
                    return true;
                }
                answersAgain();
                tellLeader(follower.leader());
            } catch (JournalUnavailable e) {
                tell(String.valueOf(e.getMessage()));
            } catch (NewerJournal e) {
                // Loading it again does not help, and answers would be older and older.
                throw e;
            } catch (DamagedJournal e) {
                about(Level.ERROR)
                        .addKeyValue("why", e.getMessage())
                        .log(
                                "The journal has another history than the one that was followed; the site is loaded again");
                return false;
            }
        }
        return false;
    }

    /** Once for each leader. */
    private void tellLeader(String leader) {
        if (!leader.isEmpty() && !leader.equals(lastLeader)) {
            lastLeader = leader;
            about(Level.INFO).addKeyValue("leader", leader).log("This instance follows the leader");
        }
    }

    private boolean begin(Follower follower, Server serving) {
        PostgresJournal journal;
        try {
            journal = follower.lead(self.own(), source);
        } catch (JournalInUse e) {
            return false;
        }
        try {
            serving.lead(journal);
            return true;
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private long known() {
        Server now = server;
        return now == null ? 0 : now.site().known();
    }

    private boolean isStopped(long millis) {
        return isDone(stop, millis);
    }

    /** Whether something is over within a time, in whichever way. */
    private static boolean isDone(CompletableFuture<?> what, long millis) {
        try {
            Object unused = what.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return true;
        } catch (InterruptedException e) {
            throw new CompletionException(e);
        }
    }

    /** Finishes what is under way and lets another instance lead at once. */
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
