package dev.berth.workflow.read;

/**
 * How large a file may be. What a stranger uploads must not fill the memory: a reader stops at the first thing too many.
 *
 * @param bytes after unpacking
 * @param edges dependencies, and also mentions of files by tasks
 */
public record Limits(long bytes, int tasks, int edges) {
    /** Room for 100,000 tasks. */
    public static final Limits USUAL = new Limits(256L << 20, 100_000, 1_000_000);
}
