package dev.berth.service.report;

/**
 * Sums of what was measured, in server-milliseconds.
 *
 * @param measured how long somebody looked
 * @param used for how much of that the servers were in use
 * @param load the same, each moment counted by how busy they were
 */
public record UseSums(long measured, long used, long load) {
    public static final UseSums NONE = new UseSums(0, 0, 0);

    public UseSums plus(UseSums other) {
        return new UseSums(
                UsedAmounts.sum(measured, other.measured),
                UsedAmounts.sum(used, other.used),
                UsedAmounts.sum(load, other.load));
    }

    /** Booked, looked at, and not used. */
    public long idle() {
        return measured - used;
    }
}
