package dev.berth.provision.site;

import dev.berth.engine.model.Window;
import java.util.BitSet;

/** A window of some servers of a site: a queued or running job, or a reservation. It is never moved. */
public record Granted(Window window, BitSet servers) {
    public Granted {
        servers = (BitSet) servers.clone();
    }

    @Override
    public BitSet servers() {
        return (BitSet) servers.clone();
    }

    public long start() {
        return window.start();
    }

    public long end() {
        return window.end();
    }
}
