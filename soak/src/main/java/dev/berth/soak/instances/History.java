package dev.berth.soak.instances;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Requests of all clients, and the answers they got. */
final class History {
    private final List<WatchedExchange> all = new ArrayList<>();
    private final List<WatchedExchange> bookings = new ArrayList<>();
    private volatile long written;
    private volatile boolean isOver;

    synchronized void add(WatchedExchange exchange) {
        all.add(exchange);
        if (exchange.outcome() == WatchedExchange.Outcome.DONE && exchange.kind() != WatchedExchange.Kind.READ) {
            written++;
            if (exchange.kind() == WatchedExchange.Kind.BOOK) {
                bookings.add(exchange);
            }
        }
    }

    synchronized List<WatchedExchange> all() {
        return List.copyOf(all);
    }

    synchronized List<WatchedExchange> bookings() {
        return List.copyOf(bookings);
    }

    /** One that was acknowledged, rather a recent one: it is what a fault would lose. */
    synchronized Optional<WatchedExchange> randomBooking(SplittableRandom random) {
        int size = bookings.size();
        int recent = random.nextBoolean() ? Math.min(size, 10) : size;
        return size == 0 ? Optional.empty() : Optional.of(bookings.get(size - 1 - random.nextInt(recent)));
    }

    /** How many writes were acknowledged. */
    long written() {
        return written;
    }

    boolean isOver() {
        return isOver;
    }

    void end() {
        isOver = true;
    }
}
