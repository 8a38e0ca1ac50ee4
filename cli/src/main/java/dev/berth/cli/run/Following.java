package dev.berth.cli.run;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks the service again and again how a reservation stands. While the service is down, what it said last holds. */
final class Following implements AutoCloseable {
    private static final String WAIT = "PT30S";
    private static final long PAUSE_MILLIS = 1_000;

    private final ServiceClient service;
    private final String reservation;
    private final BlockingQueue<Happening> happenings;
    private volatile boolean closed;
    private @Nullable Thread thread;

    Following(ServiceClient service, String reservation, BlockingQueue<Happening> happenings) {
        this.service = service;
        this.reservation = reservation;
        this.happenings = happenings;
    }

    /** Asks once, and from then on for every change. */
    Standing start() {
        Standing first = ask(null);
        thread = Thread.ofPlatform().daemon().name("berth-follow").start(() -> follow(first));
        return first;
    }

    private void follow(Standing first) {
        Standing known = first;
        while (!closed && (known.isWaiting() || known.isRunning())) {
            try {
                long asked = System.nanoTime();
                Standing next = ask(known.seen());
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
            } catch (Failed | BadInput | RefusedByService e) {
                pause();
            }
        }
    }

    private Standing ask(@Nullable String seen) {
        String query = new QueryString()
                .with("seen", seen)
                .with("wait", seen == null ? null : WAIT)
                .toString();
        long asked = System.nanoTime();
        return Standing.read(
                service.send("GET", "/reservations/" + Remote.encoded(reservation) + "/follow" + query)
                        .expected(),
                asked);
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
