package dev.berth.server;

import dev.berth.journal.Entry;
import dev.berth.journal.postgres.FollowedJournal;
import dev.berth.journal.postgres.PostgresJournal;
import dev.berth.site.Site;
import dev.berth.site.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps a site that another instance leads up to date, by one thread. */
final class Follower {
    /** Nanoseconds without word from the database after which this instance may be out of date. */
    private static final long MOST_SILENCE = Duration.ofSeconds(3).toNanos();
    /** A tenth of a second is shown nowhere, and letting time pass takes some work. */
    private static final long BETWEEN_TICKS = Duration.ofMillis(200).toNanos();

    private final FollowedJournal journal;
    private @Nullable Site kept;
    private volatile FollowedJournal.@Nullable Head head;
    private volatile long heard = System.nanoTime() - MOST_SILENCE;
    private long ticked = System.nanoTime();

    Follower(FollowedJournal journal) {
        this.journal = journal;
    }

    /** Sets the site to keep up to date from now on. */
    void keep(Site site) {
        kept = site;
    }

    /** Whether the database was heard a moment ago, and all that it had then is here. */
    boolean isUpToDate() {
        return System.nanoTime() - heard < MOST_SILENCE;
    }

    /** How old what is here may be, in seconds: since all was brought in that the database had. */
    double lag() {
        return (System.nanoTime() - heard) / 1e9;
    }

    /** Where the leader is reached; empty if nobody knows. */
    String leader() {
        FollowedJournal.Head now = head;
        return now == null || now.isVacant() ? "" : now.leader();
    }

    /** Learns who leads, and no more. */
    void look() {
        head = journal.head();
    }

    /**
     * Leads from now on, with all that the leader before has written.
     *
     * @throws dev.berth.journal.JournalInUse if another instance leads
     */
    PostgresJournal lead(String own, TimeSource source) {
        PostgresJournal leading = journal.lead(own, () -> source.read().wall());
        try {
            if (leading.last() != Objects.requireNonNull(kept).known()) {
                catchUp();
            }
            return leading;
        } catch (RuntimeException e) {
            leading.close();
            throw e;
        }
    }

    /**
     * Brings in all that is new.
     *
     * @return how the site stood before that
     */
    FollowedJournal.Head catchUp() {
        long asked = System.nanoTime();
        FollowedJournal.Head now = journal.head();
        Site site = Objects.requireNonNull(kept);
        for (long last = site.known(); last < now.last(); last = site.known()) {
            List<Entry> entries = journal.next(last);
            site.replay(entries, journal.name());
        }
        if (now.last() < site.known()) {
            // Says which entry is missing.
            journal.next(site.known());
        }
        head = now;
        heard = asked;
        if (asked - ticked > BETWEEN_TICKS) {
            ticked = asked;
            site.passTime();
        }
        return now;
    }
}
