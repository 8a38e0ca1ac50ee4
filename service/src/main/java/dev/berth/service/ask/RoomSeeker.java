package dev.berth.service.ask;

import dev.berth.engine.model.Job;
import dev.berth.site.Actor;
import dev.berth.site.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks owners by itself when a job finds no room, if the site wants that. Looks for them one job after the other, on a thread of
 * its own; jobs that come faster than it can look are left alone, as they all would be without it.
 */
public final class RoomSeeker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RoomSeeker.class);
    private static final int MOST_WAITING = 100;
    private static final long PATIENCE_MILLIS = 500;

    private final Site site;
    private final AskSettings settings;
    private final BlockingQueue<Job> jobs = new ArrayBlockingQueue<>(MOST_WAITING);
    private volatile boolean closed;

    RoomSeeker(Site site, AskSettings settings) {
        this.site = site;
        this.settings = settings;
    }

    /** Begins to seek. */
    public static RoomSeeker start(Site site, AskSettings settings) {
        RoomSeeker seeker = new RoomSeeker(site, settings);
        if (settings.automatic()) {
            Thread.ofPlatform().daemon().name("berth-asks").start(seeker::work);
        }
        return seeker;
    }

    /** Somebody was refused this job for want of room. Takes no time, and may be called within a transaction. */
    public void refused(Job job) {
        if (settings.automatic()) {
            // One that does not fit is forgotten: its user has been refused, and promised nothing.
            boolean ignored = jobs.offer(job);
        }
    }

    private void work() {
        while (!closed) {
            try {
                Job job = jobs.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                if (job != null && !closed) {
                    seek(job);
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                // Such as while the instance gives up the lead. Nobody was promised anything.
                LOG.atWarn().setCause(e).log("Owners not asked for room");
            }
        }
    }

    /** Asks the owners who could make room for a job; the asks that were made. */
    List<Ask> seek(Job job) {
        boolean isAsked = site.read(
                view -> !view.facts(Asks.class).forRoom(job, view.now()).isEmpty());
        if (isAsked) {
            return List.of();
        }
        List<RoomSearch.Found> found = new RoomSearch(site, job, settings).found();
        if (found.isEmpty()) {
            return List.of();
        }
        try {
            return site.write(Actor.SITE, transaction -> {
                        long group = 0;
                        List<Ask> made = new ArrayList<>();
                        for (RoomSearch.Found each : found) {
                            Ask.Room room = new Ask.Room(group, job, settings.hold(), Optional.empty());
                            Optional<Ask> ask = transaction
                                    .view()
                                    .reservation(each.reservation())
                                    .flatMap(reservation -> Asking.askForRoom(
                                            transaction, reservation, each.deadline(), room, settings));
                            if (ask.isPresent()) {
                                group = ask.get().room().orElseThrow().group();
                                made.add(ask.get());
                            }
                        }
                        return List.copyOf(made);
                    })
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
