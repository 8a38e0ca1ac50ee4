package dev.berth.server.duty;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Duty of the instance that leads a site, such as to deliver notices: begun when it begins to lead, and ended when it no longer does.
 * Anybody may ask for what carries it out meanwhile.
 */
public final class Duty<T extends AutoCloseable> {
    private final String name;
    private final Supplier<? extends T> start;
    private volatile @Nullable T running;

    /**
     * A duty that nobody does yet.
     *
     * @param name for the log
     * @param start begins it; what is returned ends it when it is closed
     */
    public Duty(String name, Supplier<? extends T> start) {
        this.name = name;
        this.start = start;
    }

    public String name() {
        return name;
    }

    /** The one who does it; empty while this instance does not lead. */
    public Optional<T> running() {
        return Optional.ofNullable(running);
    }

    void start() {
        if (running != null) {
            throw new IllegalStateException(name + " has been started already");
        }
        running = start.get();
    }

    /** Ends it if it was begun. Nothing is done twice, also if this fails. */
    void stop() throws Exception {
        T last = running;
        running = null;
        if (last != null) {
            last.close();
        }
    }
}
