package dev.berth.workflow.read;

/**
 * How large a file may be. What a stranger uploads must not fill the memory: a reader stops at the first thing too many.
 *
 * @param bytes after unpacking
 * @param edges dependencies, and also mentions of files by tasks
 * @param commands whether to keep the commands of the tasks, which are of use only to those who run them
 */
public record FileLimits(long bytes, int tasks, int edges, boolean commands) {
    /** Room for 100,000 tasks. */
    public static final FileLimits USUAL = new FileLimits(256L << 20, 100_000, 1_000_000);

    public FileLimits(long bytes, int tasks, int edges) {
        this(bytes, tasks, edges, false);
    }

    public FileLimits withCommands() {
        return new FileLimits(bytes, tasks, edges, true);
    }
}
