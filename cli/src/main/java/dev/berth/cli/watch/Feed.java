package dev.berth.cli.watch;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.EventStream;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.ServiceClient;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;

/** Listens to the events of a service in a thread of its own. A lost connection is made again, from where it was lost. */
final class Feed implements AutoCloseable {
    private static final long FIRST_PAUSE = 250;
    private static final long LONGEST_PAUSE = 15_000;

    private final ServiceClient service;
    private final BlockingQueue<Heard> heard;
    private final Thread thread;
    private String last = "";
    private volatile Optional<EventStream> open = Optional.empty();
    private volatile boolean closed;

    Feed(ServiceClient service, BlockingQueue<Heard> heard) {
        this.service = service;
        this.heard = heard;
        this.thread = Thread.ofPlatform().daemon().name("berth-watch").unstarted(this::listen);
    }

    /** Connects, so that whatever happens from now on is heard. */
    void start() {
        try {
            open = Optional.of(service.events(""));
        } catch (EventStream.Refused e) {
            throw failure(e);
        } catch (IOException e) {
            throw new Failed("Cannot connect to the service: " + e.getMessage(), e);
        }
        thread.start();
    }

    private void listen() {
        long pause = FIRST_PAUSE;
        while (!closed) {
            try (EventStream stream = open.isPresent() ? open.get() : again()) {
                for (Optional<EventStream.Message> next = stream.next(); next.isPresent(); next = stream.next()) {
                    pause = FIRST_PAUSE;
                    tell(next.get());
                }
            } catch (EventStream.Refused e) {
                if (!e.isForNow()) {
                    heard.add(new Heard.Over(failure(e)));
                    return;
                }
                lost(e);
            } catch (IOException e) {
                lost(e);
            }
            open = Optional.empty();
            pause(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }

    private EventStream again() throws IOException {
        EventStream stream = service.events(last);
        open = Optional.of(stream);
        heard.add(new Heard.Back());
        if (last.isEmpty()) {
            heard.add(new Heard.Gap());
        }
        return stream;
    }

    private void tell(EventStream.Message message) {
        if (!message.id().isEmpty()) {
            last = message.id();
        }
        heard.add(
                message.data().path("kind").asText().equals("reset")
                        ? new Heard.Gap()
                        : new Heard.Event(message.data()));
    }

    private void lost(IOException why) {
        if (!closed) {
            heard.add(new Heard.Lost(why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage()));
        }
    }

    private static Failed failure(EventStream.Refused refused) {
        try {
            refused.reply().expected();
            return new Failed("The service does not report events");
        } catch (Failed e) {
            return e;
        } catch (BadInput | RefusedByService e) {
            return new Failed("The service does not report events: " + e.getMessage());
        }
    }

    private void pause(long millis) {
        try {
            if (!closed) {
                Thread.sleep(millis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        open.ifPresent(stream -> {
            try {
                stream.close();
            } catch (IOException e) {
                // It is not needed any more.
            }
        });
    }
}
