package dev.berth.lab.workload.gpu;

/**
 * A task of a trace, in seconds.
 *
 * @param request what it takes of each of its hosts
 * @param hosts how many hosts it runs on at once
 * @param created when it was asked for
 * @param started when it began; {@code created} if it never did
 * @param ended when it was deleted
 */
public record GpuTask(GpuRequest request, int hosts, long created, long started, long ended) {
    /** Most hosts of a task: more than any published cluster has. */
    static final int MOST_HOSTS = 100_000;

    /** On one host. */
    public GpuTask(GpuRequest request, long created, long started, long ended) {
        this(request, 1, created, started, ended);
    }

    /** How long it ran, or was wanted for; at least a second. */
    public long length() {
        return Math.max(1, ended - started);
    }

    /** Cards of all hosts; a share counts as a card. */
    public int cards() {
        return hosts * request.cards();
    }

    /** The same with times that are counted from another begin. */
    GpuTask since(long begin) {
        return new GpuTask(request, hosts, created - begin, started - begin, ended - begin);
    }
}
