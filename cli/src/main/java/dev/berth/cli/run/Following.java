package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks the service again and again how a reservation, or an opportunistic job, stands. While the service is down, what it said last holds. */
final class Following implements AutoCloseable {
    private static final Duration MOST_WAIT = Duration.ofSeconds(30);
    /** A runner that has to be heard more often than this sends beats of its own. */
    private static final Duration LEAST_WAIT = Duration.ofSeconds(2);

    private static final long PAUSE_MILLIS = 1_000;

    private final ServiceClient service;
    private final String path;
    private final Reader reader;
    private final BlockingQueue<Happening> happenings;
    private volatile boolean closed;
    private volatile @Nullable Speaker speaker;
    private volatile long heard;

    /** For whom to ask, and how long an answer may be withheld. */
    private record Speaker(String runner, Duration patience) {}

    /** Understands the answers of the service to questions that were asked at a moment of {@link System#nanoTime}. */
    interface Reader {
        ReservationStanding read(JsonNode answer, long asked);
    }

    private @Nullable Thread thread;

    /** Follows a reservation. */
    Following(ServiceClient service, String reservation, BlockingQueue<Happening> happenings) {
        this(service, "/reservations/" + Remote.encoded(reservation), ReservationStanding::read, happenings);
    }

    /** Follows what is found under a path. */
    Following(ServiceClient service, String path, Reader reader, BlockingQueue<Happening> happenings) {
        this.service = service;
        this.path = path;
        this.reader = reader;
        this.happenings = happenings;
    }

    /** Asks once, and from then on for every change. */
    ReservationStanding start() {
        ReservationStanding first = ask(null);
        thread = Thread.ofPlatform().daemon().name("berth-follow").start(() -> follow(first));
        return first;
    }

    private void follow(ReservationStanding first) {
        ReservationStanding known = first;
        while (!closed && (known.isWaiting() || known.isRunning())) {
            try {
                long asked = System.nanoTime();
                ReservationStanding next = ask(known.seen());
                if (closed) {
                    return;
                }
                if (!next.seen().equals(known.seen()) || !next.queue().equals(known.queue())) {
                    happenings.add(new Happening.Stands(next));
                    if (known.isWaiting() && next.isRunning()) {
                        // Where many start at the same moment, their commands go first; a change meanwhile is seen
                        // then.
                        pause();
                    }
                } else if (System.nanoTime() - asked < TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS)) {
                    // The service has no place for another who waits.
                    pause();
                }
                known = next;
            } catch (BadInput e) {
                // An older service does not know what a runner is here; a beat of its own is heard by all.
                speaker = null;
                pause();
            } catch (Failed | RefusedByService e) {
                pause();
            }
        }
    }

    /** Names the runner in every question from now on, and asks often enough that it is heard by them alone. */
    void speakFor(String runner, Duration beat) {
        Duration wait = beat.compareTo(MOST_WAIT) > 0 ? MOST_WAIT : beat.compareTo(LEAST_WAIT) < 0 ? LEAST_WAIT : beat;
        heard = System.nanoTime();
        speaker = new Speaker(runner, wait);
    }

    /** Whether the service has heard the runner by a question of the last while. */
    boolean isHeard(Duration lately) {
        return System.nanoTime() - heard < lately.toNanos();
    }

    private ReservationStanding ask(@Nullable String seen) {
        Speaker now = speaker;
        Duration wait = now == null ? MOST_WAIT : now.patience();
        String query = new QueryString()
                .with("seen", seen)
                .with("wait", seen == null ? null : wait.toString())
                .with("runner", now == null ? null : now.runner())
                .toString();
        long asked = System.nanoTime();
        JsonNode answer = service.send("GET", path + "/follow" + query).expected();
        if (answer.path("heard").asBoolean()) {
            heard = asked;
        }
        return reader.read(answer, asked);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
