package dev.berth.engine.calendar.pinned;

import java.util.Comparator;

/**
 * A maximal free window of one server (castillo II: st, et and the server; the nominal capacity is rate times length).
 * Also the leaf of the primal and of the dual tree. Two orders matter, both total: by start and by end; the server
 * breaks ties.
 */
final class IdlePeriod implements PrimalTree.Part, DualTree.Part {
    static final Comparator<IdlePeriod> BY_START = IdlePeriod::compareStart;

    final Host host;
    final long start;
    final long end;
    /** Priorities in the two trees, each fixed by the key there, so that equal content makes equal trees. */
    final int startPriority;

    final int endPriority;

    IdlePeriod(Host host, long start, long end) {
        this.host = host;
        this.start = start;
        this.end = end;
        long server = host.poolOrder() * 0x9E3779B97F4A7C15L + host.number();
        this.startPriority = mix(start, server);
        this.endPriority = mix(end, server);
    }

    private static int mix(long a, long b) {
        long z = (a ^ (b * 0xBF58476D1CE4E5B9L)) * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (int) (z >>> 33);
    }

    static int compareStart(IdlePeriod a, IdlePeriod b) {
        return a.start != b.start ? Long.compare(a.start, b.start) : compareHost(a, b);
    }

    static int compareEnd(IdlePeriod a, IdlePeriod b) {
        return a.end != b.end ? Long.compare(a.end, b.end) : compareHost(a, b);
    }

    private static int compareHost(IdlePeriod a, IdlePeriod b) {
        return a.host.poolOrder() != b.host.poolOrder()
                ? Integer.compare(a.host.poolOrder(), b.host.poolOrder())
                : Integer.compare(a.host.number(), b.host.number());
    }

    /** At equal rates the nominal capacity grows with the length; that is all that is ever compared. */
    long length() {
        return end - start;
    }

    /** Whether a job of this duration can start at {@code earliest} or later and end by {@code deadline}. */
    boolean fits(long earliest, long duration, long deadline) {
        return Math.max(start, earliest) + duration <= Math.min(end, deadline);
    }
}
