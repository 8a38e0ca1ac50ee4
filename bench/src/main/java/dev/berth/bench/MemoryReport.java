package dev.berth.bench;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import java.util.SplittableRandom;

/** How many bytes of heap does a calendar hold per open reservation, at a million of them? */
public final class MemoryReport {
    private static final int RESERVATIONS = 1_000_000;
    private static final long HORIZON = 14L * 24 * 3_600_000;

    private MemoryReport() {}

    public static void main(String[] args) {
        for (String policy : new String[] {"level", "earliest"}) {
            long before = used();
            Calendar calendar = fill(policy);
            long held = used() - before;
            System.out.printf(
                    "%s: %d reservations, %d steps, %.1f bytes each%n",
                    policy, RESERVATIONS, calendar.size(), (double) held / RESERVATIONS);
        }
    }

    private static Calendar fill(String policy) {
        Calendar calendar = Calendars.create(policy);
        for (String[] pool : new String[][] {{"slow", "0.2"}, {"middle", "0.8"}, {"fast", "1"}}) {
            calendar.addServers(new Pool(pool[0], 20_000, pool[1]), 0, 20_000, 0);
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int booked = 0; booked < RESERVATIONS; ) {
            long ready = random.nextLong(HORIZON);
            long work = 1 + random.nextLong(8 * 3_600_000L);
            var found = calendar.find(
                    Query.of(Job.of("j", ready, work, ready + work + random.nextLong(72_000_000)), 0, Query.ANY_POOL));
            if (found != null) {
                calendar.book(found);
                booked++;
            }
        }
        return calendar;
    }

    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
