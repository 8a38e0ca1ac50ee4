package dev.berth.site;

/** The memory of this process, as far as bounds depend on it: what is kept for convenience must leave room for the rest. */
public final class Memory {
    private Memory() {}

    /** The given number of bytes, or a part of the memory if that is less. */
    public static long atMost(long bytes, int part) {
        return Math.min(bytes, Runtime.getRuntime().maxMemory() / part);
    }
}
