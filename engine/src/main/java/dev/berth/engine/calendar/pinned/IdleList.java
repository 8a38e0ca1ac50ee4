package dev.berth.engine.calendar.pinned;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Idle periods ascending by start, as castillo III keeps them for first fit; ties in the order of the servers. */
final class IdleList {
    /** Periods that are looked at in about the time of one step of an effort. */
    private static final int SEEN_AT_A_STEP = 64;

    private final List<IdlePeriod> periods = new ArrayList<>();

    List<IdlePeriod> periods() {
        return periods;
    }

    /** Number of steps for looking at this many periods in a row. */
    static long steps(int seen) {
        return 1L + seen / SEEN_AT_A_STEP;
    }

    void insert(IdlePeriod period) {
        periods.add(-1 - Collections.binarySearch(periods, period, IdlePeriod.BY_START), period);
    }

    void remove(IdlePeriod period) {
        periods.remove(Collections.binarySearch(periods, period, IdlePeriod.BY_START));
    }

    @Nullable
    IdlePeriod endedBy(long now) {
        for (IdlePeriod period : periods) {
            if (period.start >= now) {
                return null;
            }
            if (period.end <= now) {
                return period;
            }
        }
        return null;
    }
}
