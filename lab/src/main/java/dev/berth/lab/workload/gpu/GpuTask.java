package dev.berth.lab.workload.gpu;

/**
 * A task of a trace, in seconds.
 *
 * @param created when it was asked for
 * @param started when it began; {@code created} if it never did
 * @param ended when it was deleted
 */
public record GpuTask(GpuRequest request, long created, long started, long ended) {
    /** How long it ran, or was wanted for; at least a second. */
    public long length() {
        return Math.max(1, ended - started);
    }
}
