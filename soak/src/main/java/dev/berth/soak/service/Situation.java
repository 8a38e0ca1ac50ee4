package dev.berth.soak.service;

import java.util.concurrent.atomic.AtomicLong;

/** Where the service is to be found now, and whether a fault is on. Faults have even and quiet times odd numbers. */
final class Situation {
    private final AtomicLong epoch = new AtomicLong();
    private volatile int port;
    private volatile boolean isOver;

    void faultBegins() {
        if (epoch.get() % 2 == 1) {
            epoch.incrementAndGet();
        }
    }

    void quietAgain(int newPort) {
        port = newPort;
        if (epoch.get() % 2 == 0) {
            epoch.incrementAndGet();
        }
    }

    /** The service is elsewhere, and the fault goes on. */
    void moved(int newPort) {
        port = newPort;
    }

    int port() {
        return port;
    }

    long epoch() {
        return epoch.get();
    }

    /** Whether all has been quiet since an earlier moment. */
    boolean quietSince(long earlier) {
        return earlier % 2 == 1 && epoch.get() == earlier;
    }

    boolean isOver() {
        return isOver;
    }

    void over() {
        isOver = true;
    }
}
