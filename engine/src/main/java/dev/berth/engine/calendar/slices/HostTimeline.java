package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Share;
import dev.berth.engine.model.Window;

/**
 * One host over time, and what has room there.
 *
 * <p>A host holds some tens of bookings, so a search goes through the steps of its window; that is a few cache lines.
 */
final class HostTimeline extends HostSteps {
    /** Answer of {@link #devices} where a need does not fit. No bits of devices are negative. */
    static final long NO_ROOM = -1;

    HostTimeline(Layout layout) {
        super(layout);
    }

    /** Whether a step has room for a need, its devices left out of account. */
    private boolean hasRoom(int step, Need need) {
        if (out[step] != 0) {
            return false;
        }
        if (need.whole()) {
            return isUnused(step);
        }
        long[] wanted = need.amounts();
        for (int i = 0; i < amounts; i++) {
            if (wanted[i] != 0 && used[step * amounts + i] + wanted[i] > capacity[i]) {
                return false;
            }
        }
        return true;
    }

    /** The devices that have as many thousandths left in a step as a need takes, out of these. */
    private long withShare(int step, Need need, long among) {
        long left = among & ~busy[step];
        for (long rest = among & busy[step]; rest != 0; rest &= rest - 1) {
            int device = Long.numberOfTrailingZeros(rest);
            if (taken[step * devices + device] + need.thousandths() <= Share.WHOLE) {
                left |= Long.lowestOneBit(rest);
            }
        }
        return left;
    }

    private static boolean areEnough(Need need, long free, long shared) {
        for (int i = 0; i < need.kinds().size(); i++) {
            Need.Kind kind = need.kinds().get(i);
            if (Long.bitCount(free & kind.of()) < kind.count()) {
                return false;
            }
        }
        return need.shareOf() == 0 || shared != 0;
    }

    /**
     * Until when a need has room from a time on: the time itself if it has none then.
     *
     * @param from a time
     * @param until looks no further
     */
    long roomUntil(Need need, long from, long until) {
        return roomUntil(need, from, until, from);
    }

    /**
     * The same where it is known that there is room up to a moment: of what is before, only the devices are looked at, because the same
     * ones have to be free all the time.
     */
    long roomUntil(Need need, long from, long until, long known) {
        boolean takesDevices = need.takesDevices();
        int step = at(takesDevices ? from : known);
        long free = -1;
        long shared = need.shareOf();
        for (; takesDevices && step + 1 < size && times[step + 1] <= known; step++) {
            free &= ~busy[step];
            shared = shared == 0 ? 0 : withShare(step, need, shared);
        }
        for (; step < size && times[step] < until; step++) {
            boolean room = hasRoom(step, need);
            if (room && takesDevices) {
                free &= ~busy[step];
                shared = shared == 0 ? 0 : withShare(step, need, shared);
                room = areEnough(need, free, shared);
            }
            if (!room) {
                return Math.max(from, times[step]);
            }
        }
        return until;
    }

    /** Whether a need would have room in a step if another, which is taken then, were not there. */
    boolean hasRoomWithout(Need need, int step, Need other, long bits) {
        if (out[step] != (other.whole() ? 1 : 0)) {
            return false;
        }
        for (int i = 0; i < amounts; i++) {
            long left = used[step * amounts + i] - other.amounts()[i];
            if (need.whole() ? left != 0 : need.amounts()[i] != 0 && left + need.amounts()[i] > capacity[i]) {
                return false;
            }
        }
        long free = ~busy[step];
        long shared = 0;
        for (long rest = busy[step]; rest != 0; rest &= rest - 1) {
            int device = Long.numberOfTrailingZeros(rest);
            int gone = (bits >>> device & 1) == 0
                    ? 0
                    : (other.shareOf() >>> device & 1) == 1 ? other.thousandths() : Share.WHOLE;
            int left = taken[step * devices + device] - gone;
            free |= left == 0 ? Long.lowestOneBit(rest) : 0;
            shared |= left + need.thousandths() <= Share.WHOLE ? Long.lowestOneBit(rest) : 0;
        }
        return need.whole() ? (busy[step] & ~free) == 0 : areEnough(need, free, (free | shared) & need.shareOf());
    }

    /**
     * The devices for a need that has room throughout a window: those with the lowest numbers, and for a share the device of which
     * most is taken already. 0 if it needs none; {@link #NO_ROOM} if it has no room.
     */
    long devices(Need need, Window window) {
        if (roomUntil(need, window.start(), window.end()) < window.end()) {
            return NO_ROOM;
        }
        if (!need.takesDevices()) {
            return 0;
        }
        long free = -1;
        long shared = need.shareOf();
        int first = at(window.start());
        for (int step = first; step < size && times[step] < window.end(); step++) {
            free &= ~busy[step];
            shared = shared == 0 ? 0 : withShare(step, need, shared);
        }
        long chosen = 0;
        for (Need.Kind kind : need.kinds()) {
            long left = free & kind.of();
            for (int i = 0; i < kind.count(); i++) {
                long lowest = Long.lowestOneBit(left);
                chosen |= lowest;
                left ^= lowest;
            }
        }
        return shared == 0 ? chosen : chosen | fullest(shared, first, window);
    }

    private long fullest(long among, int first, Window window) {
        long best = 0;
        long most = -1;
        for (long rest = among; rest != 0; rest &= rest - 1) {
            int device = Long.numberOfTrailingZeros(rest);
            long sum = 0;
            for (int step = first; step < size && times[step] < window.end(); step++) {
                long from = Math.max(times[step], window.start());
                // A window may be as long as time: thousandths of it still fit.
                sum += taken[step * devices + device] * ((Math.min(end(step), window.end()) - from) >> 10 | 1);
            }
            if (sum > most) {
                most = sum;
                best = Long.lowestOneBit(rest);
            }
        }
        return best;
    }

    /** Whether these very devices, and all else of a need, are free throughout a window. */
    boolean isFree(Need need, long bits, Window window) {
        for (int step = at(window.start()); step < size && times[step] < window.end(); step++) {
            if (!hasRoom(step, need) || !areFree(step, need, bits)) {
                return false;
            }
        }
        return true;
    }

    private boolean areFree(int step, Need need, long bits) {
        for (long rest = bits & busy[step]; rest != 0; rest &= rest - 1) {
            int device = Long.numberOfTrailingZeros(rest);
            boolean isShare = (need.shareOf() >>> device & 1) == 1;
            if (!isShare || taken[step * devices + device] + need.thousandths() > Share.WHOLE) {
                return false;
            }
        }
        return true;
    }

    /** Hands over the starts within {@code [from, latest]} at which a need has room for the whole duration, in runs. */
    void starts(Need need, long from, long latest, long duration, StartSink runs) {
        boolean takesDevices = need.takesDevices();
        long low = from;
        int step = at(low);
        while (low <= latest) {
            long free = -1;
            long shared = need.shareOf();
            int next = step;
            boolean alone = false;
            boolean room = true;
            while (next < size && times[next] < latest + duration) {
                room = hasRoom(next, need);
                alone = !room;
                if (room && takesDevices) {
                    free &= ~busy[next];
                    shared = shared == 0 ? 0 : withShare(next, need, shared);
                    room = areEnough(need, free, shared);
                }
                if (!room) {
                    break;
                }
                next++;
            }
            // Room from the first step up to the one that has none: every start of that span that ends by then.
            long high = room ? latest : times[next] - duration;
            boolean more = low > high || runs.add(low, Math.min(latest, high));
            // No window may contain a step that has no room of its own; no later one may start in this step.
            int after = alone ? next + 1 : step + 1;
            if (!more || room || after == size) {
                return;
            }
            low = Math.max(times[after], high + 1);
            while (after + 1 < size && times[after + 1] <= low) {
                after++;
            }
            step = after;
        }
    }
}
