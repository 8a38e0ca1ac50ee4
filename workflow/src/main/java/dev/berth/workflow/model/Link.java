package dev.berth.workflow.model;

import dev.berth.engine.model.BadValue;
import java.math.BigInteger;

/**
 * How long data takes between two machines: {@code time} units of time for every {@code data} bytes, as a fraction of
 * whole numbers so that it is exact. 100 MB/s in milliseconds is {@code new Link(1000, 100_000_000)}.
 */
public record Link(long time, long data) {
    /** Data is there at once. */
    public static final Link NONE = new Link(0, 1);

    /** Data for which people give the time of a link. */
    public static final long GIGABYTE = 1_000_000_000;

    public Link {
        if (time < 0) {
            throw new BadValue("link time", time, "must be 0 or more");
        }
        if (data < 1) {
            throw new BadValue("link data", data, "must be 1 byte or more");
        }
    }

    /** The link that carries this many bytes in a second, in milliseconds. */
    public static Link bytesPerSecond(long bytes) {
        return new Link(1000, bytes);
    }

    /** The time for some bytes, rounded up; at most {@link WorkflowProblem#LONGEST}. */
    public long time(long bytes) {
        if (bytes == 0 || time == 0) {
            return 0;
        }
        long high = Math.multiplyHigh(bytes, time);
        long low = bytes * time;
        if (high == 0 && low > 0) {
            return Math.min((low - 1) / data + 1, WorkflowProblem.LONGEST);
        }
        BigInteger exact = BigInteger.valueOf(bytes)
                .multiply(BigInteger.valueOf(time))
                .add(BigInteger.valueOf(data - 1))
                .divide(BigInteger.valueOf(data));
        return exact.min(BigInteger.valueOf(WorkflowProblem.LONGEST)).longValueExact();
    }
}
