package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Share;
import dev.berth.engine.model.Window;
import java.util.List;

/**
 * Fragmentation Gradient Descent (Weng et al., USENIX ATC 2023, section 4): takes the host whose fragmentation grows least. The
 * fragmentation of a host is the amount of its free devices that a request, drawn from what is wanted, could not use there: all
 * of them if the host has no room for the request, else those of which too little is left for it.
 *
 * <p>Deviations. The paper places tasks at one moment; a job here has a window, and the fragmentation is its mean over the window. What is wanted is
 * {@link HostDemand}, which the paper takes from a history of tasks. The card for a share is the fullest that has room, where the paper tries all; the
 * lab's {@code fgd-allocation} has the paper's own. All numbers are whole.
 */
final class FragmentationGradient implements HostRule {
    /** Binary places of the share of a window that a step takes. */
    private static final int SCALE = 20;

    @Override
    public boolean asksForDemand() {
        return true;
    }

    @Override
    public long cost(HostPool pool, HostTimeline host, Need need, Window window) {
        List<HostDemand.Request> wanted = pool.demand();
        long bits = host.devices(need, window);
        // So that a product of lengths does not overflow, however long the window is.
        int cut = Math.max(0, bitsOf(window.length()) + SCALE + 1 - Long.SIZE);
        Free before = new Free(pool.layout);
        Free after = new Free(pool.layout);
        long sum = 0;
        for (int step = host.at(window.start()); step < host.size() && host.time(step) < window.end(); step++) {
            before.set(host, step);
            after.set(host, step);
            after.take(need, bits);
            long growth = 0;
            for (HostDemand.Request request : wanted) {
                growth += request.count() * (after.lostOn(request.need()) - before.lostOn(request.need()));
            }
            sum += growth * share(host, step, window, cut);
        }
        return sum;
    }

    private static int bitsOf(long number) {
        return Long.SIZE - Long.numberOfLeadingZeros(number);
    }

    private static long share(HostTimeline host, int step, Window window, int cut) {
        long end = step + 1 < host.size() ? Math.min(host.time(step + 1), window.end()) : window.end();
        long length = end - Math.max(host.time(step), window.start());
        return (length >> cut << SCALE) / Math.max(1, window.length() >> cut);
    }

    /** Amounts and devices of a host that are free at one moment. */
    private static final class Free {
        private final Layout layout;
        private final long[] amounts;
        private final int[] devices;
        private boolean out;

        Free(Layout layout) {
            this.layout = layout;
            this.amounts = new long[layout.amounts];
            this.devices = new int[layout.devices];
        }

        void set(HostTimeline host, int step) {
            out = host.isOut(step);
            for (int i = 0; i < amounts.length; i++) {
                amounts[i] = layout.capacity[i] - host.used(step, i);
            }
            for (int i = 0; i < devices.length; i++) {
                devices[i] = Share.WHOLE - host.taken(step, i);
            }
        }

        void take(Need need, long bits) {
            out |= need.whole();
            for (int i = 0; i < amounts.length; i++) {
                amounts[i] -= need.amounts()[i];
            }
            for (long rest = bits; rest != 0; rest &= rest - 1) {
                int device = Long.numberOfTrailingZeros(rest);
                boolean isShare = (need.shareOf() >>> device & 1) == 1;
                devices[device] -= isShare ? need.thousandths() : Share.WHOLE;
            }
        }

        /** Thousandths of devices that are free and of no use to a need. */
        long lostOn(Need need) {
            if (out) {
                return 0;
            }
            long free = 0;
            long tooSmall = 0;
            for (int i = 0; i < devices.length; i++) {
                free += devices[i];
                tooSmall += devices[i] < wanted(need, i) ? devices[i] : 0;
            }
            return need.takesDevices() && hasRoom(need) ? tooSmall : free;
        }

        private static int wanted(Need need, int device) {
            return (need.shareOf() >>> device & 1) == 1 ? need.thousandths() : Share.WHOLE;
        }

        private boolean hasRoom(Need need) {
            for (int i = 0; i < amounts.length; i++) {
                if (need.amounts()[i] > amounts[i]) {
                    return false;
                }
            }
            for (Need.Kind kind : need.kinds()) {
                if (number(kind.of(), Share.WHOLE) < kind.count()) {
                    return false;
                }
            }
            return need.shareOf() == 0 || number(need.shareOf(), need.thousandths()) > 0;
        }

        /** Number of devices of a part of which this much is left. */
        private int number(long part, int thousandths) {
            int number = 0;
            for (long rest = part; rest != 0; rest &= rest - 1) {
                number += devices[Long.numberOfTrailingZeros(rest)] >= thousandths ? 1 : 0;
            }
            return number;
        }
    }
}
