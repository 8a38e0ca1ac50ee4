package dev.berth.wire;

/** Time that a command has to end when its reservation loses its servers before its end. */
public final class Grace {
    /** The most that a runner gives it, and that the service waits before others get the servers. */
    public static final int SECONDS = 30;

    private Grace() {}
}
