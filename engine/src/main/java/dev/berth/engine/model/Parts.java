package dev.berth.engine.model;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts that each server of a pool has, in the order in which they were said. A pool without parts has servers that are
 * booked as a whole and counted; the servers of one with parts are <em>hosts</em>.
 */
public record Parts(List<Part> all) {
    public static final Parts NONE = new Parts(List.of());

    /** Devices that a server may have, over all its parts. */
    public static final int MOST_DEVICES = 63;

    private static final int MOST_PARTS = 16;

    public Parts {
        all = List.copyOf(all);
        if (all.size() > MOST_PARTS) {
            throw new BadValue("parts", all.size(), "must be at most " + MOST_PARTS);
        }
        Set<String> names = new HashSet<>();
        long devices = 0;
        for (Part part : all) {
            if (!names.add(part.name())) {
                throw new BadValue("parts", part.name(), "must be named only once");
            }
            devices += part.numbered() ? part.count() : 0;
        }
        if (devices > MOST_DEVICES) {
            throw new BadValue("parts", devices, "must be at most " + MOST_DEVICES + " devices");
        }
    }

    public static Parts of(Part... parts) {
        return new Parts(List.of(parts));
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** The part of this name; null if there is none. */
    public @Nullable Part get(String name) {
        for (Part part : all) {
            if (part.name().equals(name)) {
                return part;
            }
        }
        return null;
    }

    /** Whether a server has these parts at all, however many. */
    public boolean name(Slice slice) {
        for (int i = 0; i < slice.amounts().size(); i++) {
            if (get(slice.amounts().name(i)) == null) {
                return false;
            }
        }
        Share share = slice.share();
        Part device = share == null ? null : get(share.part());
        return share == null || (device != null && device.shared());
    }

    /** The part of which an empty server has too little for a slice; null if a server can hold it. */
    public @Nullable Part tooSmall(Slice slice) {
        for (int i = 0; i < slice.amounts().size(); i++) {
            Part part = get(slice.amounts().name(i));
            if (part != null && part.count() < slice.amounts().number(i)) {
                return part;
            }
        }
        Share share = slice.share();
        Part device = share == null ? null : get(share.part());
        return share != null && device != null && device.thousandths(share) > Share.WHOLE ? device : null;
    }

    /** Number of the first device of a part among all devices of a server, which are numbered part by part. */
    public int firstDevice(Part numbered) {
        int first = 0;
        for (Part part : all) {
            if (part.equals(numbered)) {
                return first;
            }
            first += part.numbered() ? (int) part.count() : 0;
        }
        throw new IllegalArgumentException(numbered + " is no part of " + all);
    }
}
