package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Part;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.util.ArrayList;
import java.util.List;

/** Parts that a job takes of each of its hosts, in the order of a pool's {@link Layout}. */
final class Need {
    private final boolean whole;
    private final long[] amounts;
    private final List<Kind> kinds;
    private final long shareOf;
    private final int thousandths;

    private Need(boolean whole, long[] amounts, List<Kind> kinds, long shareOf, int thousandths) {
        this.whole = whole;
        this.amounts = amounts;
        this.kinds = kinds;
        this.shareOf = shareOf;
        this.thousandths = thousandths;
    }

    /**
     * Whole devices of one numbered part.
     *
     * @param of a bit for each device of the part
     */
    record Kind(long of, int count) {}

    static Need of(Slice slice, Layout layout) {
        long[] amounts = new long[layout.amounts];
        if (slice.isWhole()) {
            return new Need(true, amounts, List.of(), 0, 0);
        }
        List<Kind> kinds = new ArrayList<>(1);
        long shareOf = 0;
        int thousandths = 0;
        Share share = slice.share();
        for (int i = 0; i < layout.parts.all().size(); i++) {
            Part part = layout.parts.all().get(i);
            long wanted = slice.amounts().get(part.name());
            if (!part.numbered()) {
                amounts[layout.place(i)] = wanted;
            } else if (wanted > 0) {
                kinds.add(new Kind(layout.bits(i), (int) wanted));
            } else if (share != null && share.part().equals(part.name())) {
                shareOf = layout.bits(i);
                thousandths = part.thousandths(share);
            }
        }
        return new Need(false, amounts, List.copyOf(kinds), shareOf, thousandths);
    }

    /** Whether it takes the whole host, and nothing else is said. */
    boolean whole() {
        return whole;
    }

    /** Amount of each part that is an amount; not to be changed. */
    long[] amounts() {
        return amounts;
    }

    /** The numbered parts of which it takes whole devices. */
    List<Kind> kinds() {
        return kinds;
    }

    /** A bit for each device of which a share will do; 0 if it takes none. */
    long shareOf() {
        return shareOf;
    }

    /** Thousandths of the device that is shared. */
    int thousandths() {
        return thousandths;
    }

    /** Whether these are as many devices of each part as it takes. */
    boolean isMetBy(long bits) {
        long wanted = shareOf == 0 ? 0 : 1;
        for (Kind kind : kinds) {
            wanted += kind.count;
            if (Long.bitCount(bits & kind.of) != kind.count) {
                return false;
            }
        }
        return Long.bitCount(bits) == wanted && (shareOf == 0 || (bits & shareOf) != 0);
    }

    /** Whether it takes devices, so that a placement has to say which. */
    boolean takesDevices() {
        return !kinds.isEmpty() || shareOf != 0;
    }
}
