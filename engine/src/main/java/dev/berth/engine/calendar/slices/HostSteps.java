package dev.berth.engine.calendar.slices;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Window;
import java.util.Arrays;

/**
 * Steps of one host over time: of each amount how much is taken, of each device how many thousandths, and whether the host is
 * out as a whole, by an outage or a job that takes all of it. A step function in sorted arrays, in which two steps that follow
 * one another always differ: it depends on what is booked alone, not on how that came about.
 *
 * <p>The fields are open to {@link HostTimeline}, whose searches go through them without a call for each.
 */
class HostSteps {
    final int amounts;
    final int devices;
    final long[] capacity;
    int size = 1;
    long[] times = new long[2];
    long[] used;
    /** Thousandths taken of each device. */
    short[] taken;
    /** A bit for each device of which something is taken. */
    long[] busy = new long[2];
    /** Number of those that take the host as a whole. */
    int[] out = new int[2];

    HostSteps(Layout layout) {
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

    long end(int step) {
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
        HostSteps before = new HostSteps(this, 0, dropped + 1);
        move(dropped, 0, size - dropped);
        size -= dropped;
        times[0] = 0;
        return () -> restore(before, dropped);
    }

    /** Becomes a copy of the steps of another within a window, for trials; at other times it says nothing. */
    void copy(HostSteps other, Window window) {
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
    private HostSteps(HostSteps other, int first, int steps) {
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

    private void restore(HostSteps before, int dropped) {
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
