package dev.berth.engine.calendar.slices;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Window;
import java.util.Arrays;

/**
 * One host over time: of each amount how much is taken, of each device how many thousandths, and whether the host is
 * out as a whole, by an outage or a job that takes all of it. A step function in sorted arrays, in which two steps that follow
 * one another always differ: it depends on what is booked alone, not on how that came about.
 *
 * <p>A host holds some tens of bookings, so a search goes through the steps of its window; that is a few cache lines.
 */
final class HostTimeline {
    /** Answer of {@link #devices} where a need does not fit. No bits of devices are negative. */
    static final long NO_ROOM = -1;

    private final int amounts;
    private final int devices;
    private final long[] capacity;
    private int size = 1;
    private long[] times = new long[2];
    private long[] used;
    /** Thousandths taken of each device. */
    private short[] taken;
    /** A bit for each device of which something is taken. */
    private long[] busy = new long[2];
    /** Number of those that take the host as a whole. */
    private int[] out = new int[2];

    HostTimeline(Layout layout) {
        this.amounts = layout.amounts;
        this.devices = layout.devices;
        this.capacity = layout.capacity;
        this.used = new long[2 * amounts];
        this.taken = new short[2 * devices];
    }

    int size() {
        return size;
    }

    long time(int step) {
        return times[step];
    }

    /** The step that holds at a time. */
    int at(long time) {
        int low = 0;
        int high = size - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (times[middle] <= time) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private long end(int step) {
        return step + 1 < size ? times[step + 1] : Window.FOREVER;
    }

    /** Whether nothing at all is taken in a step. */
    boolean isUnused(int step) {
        if (out[step] != 0 || busy[step] != 0) {
            return false;
        }
        for (int i = step * amounts; i < (step + 1) * amounts; i++) {
            if (used[i] != 0) {
                return false;
            }
        }
        return true;
    }

    boolean isOut(int step) {
        return out[step] != 0;
    }

    long used(int step, int amount) {
        return used[step * amounts + amount];
    }

    int taken(int step, int device) {
        return taken[step * devices + device];
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

    /** The devices with so many thousandths left in a step, out of these. */
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

    /** The shares of all parts that are free throughout a window, added up, in thousandths. */
    long left(Layout layout, Window window) {
        long[] most = new long[amounts];
        int[] gone = new int[devices];
        for (int step = at(window.start()); step < size && times[step] < window.end(); step++) {
            for (int i = 0; i < amounts; i++) {
                most[i] = Math.max(most[i], used[step * amounts + i]);
            }
            for (int i = 0; i < devices; i++) {
                gone[i] = Math.max(gone[i], taken[step * devices + i]);
            }
        }
        long sum = 0;
        for (int i = 0; i < amounts; i++) {
            sum += (capacity[i] - most[i]) * Share.WHOLE / capacity[i];
        }
        for (int i = 0; i < layout.parts.all().size(); i++) {
            if (layout.parts.all().get(i).numbered()) {
                int count = (int) layout.parts.all().get(i).count();
                long free = 0;
                for (int device = layout.place(i); device < layout.place(i) + count; device++) {
                    free += Share.WHOLE - gone[device];
                }
                sum += free / count;
            }
        }
        return sum;
    }

    /** How much of a part is free in a step: an amount, whole devices, or thousandths of the best device for a share. */
    private long free(Layout layout, int part, Need need, int step) {
        if (out[step] != 0) {
            return 0;
        }
        if (!layout.parts.all().get(part).numbered()) {
            int amount = layout.place(part);
            return Math.max(0, capacity[amount] - used[step * amounts + amount]);
        }
        long bits = layout.bits(part);
        if (need.shareOf() != bits) {
            return Long.bitCount(bits & ~busy[step]);
        }
        long best = 0;
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            best = Math.max(best, Share.WHOLE - taken[step * devices + Long.numberOfTrailingZeros(rest)]);
        }
        return best;
    }

    /** The least that is free of a part at any moment of a window. */
    long free(Layout layout, int part, Need need, Window window) {
        long least = Long.MAX_VALUE;
        for (int step = at(window.start()); step < size && times[step] < window.end(); step++) {
            least = Math.min(least, free(layout, part, need, step));
        }
        return least;
    }

    /**
     * The share of what is wanted of a part that is free throughout a window, in thousandths; all of it if none is wanted. Looks no
     * further once it is no more than {@code enough}.
     */
    long share(Layout layout, int part, Need need, Window window, long enough) {
        long wanted = layout.wanted(part, need);
        long share = Share.WHOLE;
        int step = wanted == 0 ? size : at(window.start());
        for (; step < size && times[step] < window.end() && share > enough; step++) {
            share = Math.min(share, free(layout, part, need, step) * Share.WHOLE / wanted);
        }
        return share;
    }

    /** The first moment from a time on at which less of a part is free; {@link Window#FOREVER} if there is none. */
    long lessFrom(Layout layout, int part, Need need, long wanted, long from) {
        for (int step = at(from); step < size; step++) {
            if (free(layout, part, need, step) < wanted) {
                return Math.max(from, times[step]);
            }
        }
        return Window.FOREVER;
    }

    /** The first moment from a time on at which enough of a part is free; {@link Window#FOREVER} if there is none. */
    long enoughFrom(Layout layout, int part, Need need, long wanted, long from) {
        for (int step = at(from); step < size; step++) {
            if (free(layout, part, need, step) >= wanted) {
                return Math.max(from, times[step]);
            }
        }
        return Window.FOREVER;
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

    /** Takes capacity over a window, or gives it back. */
    void add(Window window, Need need, long bits, int sign) {
        int from = cut(window.start());
        int to = window.end() == Window.FOREVER ? size : cut(window.end());
        take(from, to, need, bits, sign);
        if (to < size) {
            merge(to);
        }
        merge(from);
    }

    /**
     * Gives capacity of a copy back. Steps that become equal stay apart: nobody asks that of a copy.
     *
     * @param end of the copy
     */
    void release(HostPiece piece, long end) {
        int from = cut(Math.max(piece.start, times[0]));
        int to = piece.end >= end ? size : cut(piece.end);
        take(from, to, piece.need, piece.bits(), -1);
    }

    private void take(int from, int to, Need need, long bits, int sign) {
        for (int step = from; step < to; step++) {
            if (need.whole()) {
                out[step] += sign;
            } else {
                take(step, need, bits, sign);
            }
        }
    }

    private void take(int step, Need need, long bits, int sign) {
        for (int i = 0; i < amounts; i++) {
            used[step * amounts + i] += sign * need.amounts()[i];
        }
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            int device = Long.numberOfTrailingZeros(rest);
            int part = (need.shareOf() >>> device & 1) == 1 ? need.thousandths() : Share.WHOLE;
            short left = (short) (taken[step * devices + device] + sign * part);
            taken[step * devices + device] = left;
            if (left == 0) {
                busy[step] &= ~Long.lowestOneBit(rest);
            } else {
                busy[step] |= Long.lowestOneBit(rest);
            }
        }
    }

    /** The step that begins at a time, made if there is none. */
    private int cut(long time) {
        int step = at(time);
        if (times[step] == time) {
            return step;
        }
        grow(size + 1);
        int next = step + 1;
        move(next, next + 1, size - next);
        copy(step, next);
        times[next] = time;
        size++;
        return next;
    }

    private void grow(int wanted) {
        if (wanted > times.length) {
            int most = Math.max(wanted, times.length + (times.length >> 2) + 1);
            times = Arrays.copyOf(times, most);
            used = Arrays.copyOf(used, most * amounts);
            taken = Arrays.copyOf(taken, most * devices);
            busy = Arrays.copyOf(busy, most);
            out = Arrays.copyOf(out, most);
        }
    }

    private void move(int from, int to, int steps) {
        System.arraycopy(times, from, times, to, steps);
        System.arraycopy(used, from * amounts, used, to * amounts, steps * amounts);
        System.arraycopy(taken, from * devices, taken, to * devices, steps * devices);
        System.arraycopy(busy, from, busy, to, steps);
        System.arraycopy(out, from, out, to, steps);
    }

    private void copy(int from, int to) {
        System.arraycopy(used, from * amounts, used, to * amounts, amounts);
        System.arraycopy(taken, from * devices, taken, to * devices, devices);
        busy[to] = busy[from];
        out[to] = out[from];
    }

    /** Drops a step that is as the one before it. */
    private void merge(int step) {
        if (step > 0 && isSame(step - 1, step)) {
            move(step + 1, step, size - step - 1);
            size--;
        }
    }

    private boolean isSame(int a, int b) {
        return busy[a] == busy[b]
                && out[a] == out[b]
                && Arrays.equals(used, a * amounts, (a + 1) * amounts, used, b * amounts, (b + 1) * amounts)
                && Arrays.equals(taken, a * devices, (a + 1) * devices, taken, b * devices, (b + 1) * devices);
    }

    /** The first moment in {@code (after, until]} at which something is given back; {@code Long.MAX_VALUE} if none. */
    long nextFreed(long after, long until) {
        for (int step = at(after) + 1; step < size && times[step] <= until; step++) {
            if (isLess(step, step - 1)) {
                return times[step];
            }
        }
        return Long.MAX_VALUE;
    }

    private boolean isLess(int step, int before) {
        if (out[step] < out[before]) {
            return true;
        }
        for (int i = 0; i < amounts; i++) {
            if (used[step * amounts + i] < used[before * amounts + i]) {
                return true;
            }
        }
        for (int i = 0; i < devices; i++) {
            if (taken[step * devices + i] < taken[before * devices + i]) {
                return true;
            }
        }
        return false;
    }

    /** Whether an eighth of the steps, or more, have ended by a time: to drop a few would move all others for little. */
    boolean hasToForget(long now) {
        return size > 1 && times[Math.max(1, size / 8)] <= now;
    }

    /** Drops the steps that have ended; what holds now holds at all earlier times. The result brings them back. */
    Undo forget(long now) {
        int dropped = at(now);
        HostTimeline before = new HostTimeline(this, 0, dropped + 1);
        move(dropped, 0, size - dropped);
        size -= dropped;
        times[0] = 0;
        return () -> restore(before, dropped);
    }

    /** Becomes a copy of the steps of another within a window, for trials; at other times it says nothing. */
    void copy(HostTimeline other, Window window) {
        int first = other.at(window.start());
        int end = first + 1;
        while (end < other.size && other.times[end] < window.end()) {
            end++;
        }
        size = end - first;
        grow(size);
        System.arraycopy(other.times, first, times, 0, size);
        System.arraycopy(other.used, first * amounts, used, 0, size * amounts);
        System.arraycopy(other.taken, first * devices, taken, 0, size * devices);
        System.arraycopy(other.busy, first, busy, 0, size);
        System.arraycopy(other.out, first, out, 0, size);
        times[0] = window.start();
    }

    /** A copy of some steps of another. */
    private HostTimeline(HostTimeline other, int first, int steps) {
        this.amounts = other.amounts;
        this.devices = other.devices;
        this.capacity = other.capacity;
        int end = first + steps;
        this.size = steps;
        this.times = Arrays.copyOfRange(other.times, first, end);
        this.used = Arrays.copyOfRange(other.used, first * amounts, end * amounts);
        this.taken = Arrays.copyOfRange(other.taken, first * devices, end * devices);
        this.busy = Arrays.copyOfRange(other.busy, first, end);
        this.out = Arrays.copyOfRange(other.out, first, end);
    }

    private void restore(HostTimeline before, int dropped) {
        grow(size + dropped);
        move(0, dropped, size);
        System.arraycopy(before.times, 0, times, 0, dropped + 1);
        System.arraycopy(before.used, 0, used, 0, dropped * amounts);
        System.arraycopy(before.taken, 0, taken, 0, dropped * devices);
        System.arraycopy(before.busy, 0, busy, 0, dropped);
        System.arraycopy(before.out, 0, out, 0, dropped);
        size += dropped;
    }
}
