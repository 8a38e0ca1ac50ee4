package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Share;
import dev.berth.engine.model.Window;

/** Parts of a host that are free, for rules that choose a host by that and for refusals, which say which part is short. */
record FreeHostParts(HostSteps steps, Layout layout) {
    /** The shares of all parts that are free throughout a window, added up, in thousandths. */
    long left(Window window) {
        long[] most = new long[steps.amounts];
        int[] gone = new int[steps.devices];
        for (int step = steps.at(window.start()); step < steps.size && steps.times[step] < window.end(); step++) {
            for (int i = 0; i < steps.amounts; i++) {
                most[i] = Math.max(most[i], steps.used[step * steps.amounts + i]);
            }
            for (int i = 0; i < steps.devices; i++) {
                gone[i] = Math.max(gone[i], steps.taken[step * steps.devices + i]);
            }
        }
        long sum = 0;
        for (int i = 0; i < steps.amounts; i++) {
            sum += (steps.capacity[i] - most[i]) * Share.WHOLE / steps.capacity[i];
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
    private long free(int part, Need need, int step) {
        if (steps.out[step] != 0) {
            return 0;
        }
        if (!layout.parts.all().get(part).numbered()) {
            int amount = layout.place(part);
            return Math.max(0, steps.capacity[amount] - steps.used[step * steps.amounts + amount]);
        }
        long bits = layout.bits(part);
        if (need.shareOf() != bits) {
            return Long.bitCount(bits & ~steps.busy[step]);
        }
        long best = 0;
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            best = Math.max(best, Share.WHOLE - steps.taken[step * steps.devices + Long.numberOfTrailingZeros(rest)]);
        }
        return best;
    }

    /** The least that is free of a part at any moment of a window. */
    long free(int part, Need need, Window window) {
        long least = Long.MAX_VALUE;
        for (int step = steps.at(window.start()); step < steps.size && steps.times[step] < window.end(); step++) {
            least = Math.min(least, free(part, need, step));
        }
        return least;
    }

    /**
     * The share of what is wanted of a part that is free throughout a window, in thousandths; all of it if none is wanted. Looks no
     * further once it is no more than {@code enough}.
     */
    long share(int part, Need need, Window window, long enough) {
        long wanted = layout.wanted(part, need);
        long share = Share.WHOLE;
        int step = wanted == 0 ? steps.size : steps.at(window.start());
        for (; step < steps.size && steps.times[step] < window.end() && share > enough; step++) {
            share = Math.min(share, free(part, need, step) * Share.WHOLE / wanted);
        }
        return share;
    }

    /** The first moment from a time on at which less of a part is free; {@link Window#FOREVER} if there is none. */
    long lessFrom(int part, Need need, long wanted, long from) {
        for (int step = steps.at(from); step < steps.size; step++) {
            if (free(part, need, step) < wanted) {
                return Math.max(from, steps.times[step]);
            }
        }
        return Window.FOREVER;
    }

    /** The first moment from a time on at which enough of a part is free; {@link Window#FOREVER} if there is none. */
    long enoughFrom(int part, Need need, long wanted, long from) {
        for (int step = steps.at(from); step < steps.size; step++) {
            if (free(part, need, step) >= wanted) {
                return Math.max(from, steps.times[step]);
            }
        }
        return Window.FOREVER;
    }
}
