package dev.berth.soak.service;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts of a soak so far, and above all its violations. */
final class SoakTally {
    static final long SLOW_NANOS = 1_000_000_000L;

    final LongAdder kills = new LongAdder();
    final LongAdder pauses = new LongAdder();
    final LongAdder clockJumps = new LongAdder();
    final LongAdder fullDisks = new LongAdder();
    final LongAdder acknowledged = new LongAdder();
    final LongAdder cancelled = new LongAdder();
    final LongAdder checked = new LongAdder();
    final LongAdder hostile = new LongAdder();
    final LongAdder unavailable = new LongAdder();
    final LongAdder slow = new LongAdder();
    final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
    final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicLong worstNanos = new AtomicLong();
    private final AtomicLong mostMemory = new AtomicLong();

    void violated(String what) {
        if (violations.size() < 100) {
            violations.add(what);
        }
        System.out.println("VIOLATION: " + what);
    }

    void status(int status) {
        statuses.computeIfAbsent(status, each -> new LongAdder()).increment();
    }

    /** An answer to a request during which no fault was on. */
    void answered(long nanos, String what) {
        worstNanos.accumulateAndGet(nanos, Math::max);
        if (nanos > SLOW_NANOS) {
            slow.increment();
            System.out.println("slow: " + what + " took " + nanos / 1_000_000 + " ms");
        }
    }

    void memory(long bytes) {
        mostMemory.accumulateAndGet(bytes, Math::max);
    }

    long worstMillis() {
        return worstNanos.get() / 1_000_000;
    }

    String report() {
        return """
                | what | count |
                |---|---|
                | kill -9 | %,d |
                | paused by SIGSTOP | %,d |
                | clock jumps | %,d |
                | full disks | %,d |
                | bookings acknowledged | %,d |
                | cancellations acknowledged | %,d |
                | acknowledgements checked after a fault | %,d |
                | lost, doubled or otherwise wrong | %,d |
                | hostile requests | %,d |
                | their answers by status | %s |
                | unavailable (503) while a fault was on or just over | %,d |
                | answers over 1 s while no fault was on | %,d |
                | worst answer time while no fault was on | %,d ms |
                | most memory of the service (resident) | %,d MB |
                """.formatted(
                        kills.sum(),
                        pauses.sum(),
                        clockJumps.sum(),
                        fullDisks.sum(),
                        acknowledged.sum(),
                        cancelled.sum(),
                        checked.sum(),
                        violations.size(),
                        hostile.sum(),
                        new java.util.TreeMap<>(statuses),
                        unavailable.sum(),
                        slow.sum(),
                        worstMillis(),
                        mostMemory.get() >> 20);
    }
}
