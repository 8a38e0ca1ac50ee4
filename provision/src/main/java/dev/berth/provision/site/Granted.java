package dev.berth.provision.site;

import dev.berth.engine.model.Window;

/**
 * A window of some servers of a site: a queued or running job, or a reservation. It is never moved. Which servers they
 * are is settled when it starts.
 *
 * @param number in the order of asking
 */
public record Granted(long number, Window window, int servers) {
    public long start() {
        return window.start();
    }

    public long end() {
        return window.end();
    }
}
