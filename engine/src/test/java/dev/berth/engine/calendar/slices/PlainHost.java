package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** One host with all that is taken of it in a list, added up anew for each instant: the plainest thing that can be right. Uses no class of the calendar. */
final class PlainHost {
    /** Something that takes parts; a whole slice is the host as a whole. */
    record Taking(Window window, Slice slice, long bits) {
        boolean holds(long instant) {
            return window.start() <= instant && instant < window.end();
        }
    }

    private final Parts parts;
    private final List<Taking> takings = new ArrayList<>();

    PlainHost(Parts parts) {
        this.parts = parts;
    }

    Parts parts() {
        return parts;
    }

    List<Taking> takings() {
        return takings;
    }

    void add(Taking taking) {
        takings.add(taking);
    }

    private List<Taking> at(long instant) {
        return takings.stream().filter(taking -> taking.holds(instant)).toList();
    }

    boolean isUnused(long instant) {
        return at(instant).isEmpty();
    }

    boolean isOut(long instant) {
        return at(instant).stream().anyMatch(taking -> taking.slice().isWhole());
    }

    long used(Part amount, long instant) {
        return at(instant).stream()
                .mapToLong(taking -> taking.slice().amounts().get(amount.name()))
                .sum();
    }

    private static boolean isShareOf(Slice slice, Part part) {
        Share share = slice.share();
        return share != null && share.part().equals(part.name());
    }

    /** Thousandths that are taken of a device, numbered among all devices of the host. */
    int taken(Part part, int device, long instant) {
        int sum = 0;
        for (Taking taking : at(instant)) {
            if ((taking.bits() >>> device & 1) == 1) {
                sum += isShareOf(taking.slice(), part)
                        ? part.thousandths(taking.slice().share())
                        : Share.WHOLE;
            }
        }
        return sum;
    }

    private static boolean all(long from, long to, LongPredicate holds) {
        for (long instant = from; instant < to; instant++) {
            if (!holds.test(instant)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a slice has room throughout a window on some devices. */
    boolean hasRoom(Slice slice, long from, long to) {
        if (slice.isWhole()) {
            return all(from, to, this::isUnused);
        }
        if (!all(from, to, instant -> !isOut(instant))) {
            return false;
        }
        for (Part part : parts.all()) {
            long wanted = slice.amounts().get(part.name());
            boolean room = !part.numbered()
                    ? wanted == 0 || all(from, to, instant -> used(part, instant) + wanted <= part.count())
                    : free(part, from, to).size() >= wanted
                            && (!isShareOf(slice, part)
                                    || !withShare(part, slice, from, to).isEmpty());
            if (!room) {
                return false;
            }
        }
        return true;
    }

    private List<Integer> devices(Part part) {
        List<Integer> devices = new ArrayList<>();
        for (int i = 0; i < part.count(); i++) {
            devices.add(parts.firstDevice(part) + i);
        }
        return devices;
    }

    /** Devices of which nothing is taken throughout a window. */
    private List<Integer> free(Part part, long from, long to) {
        return devices(part).stream()
                .filter(device -> all(from, to, instant -> taken(part, device, instant) == 0))
                .toList();
    }

    private List<Integer> withShare(Part part, Slice slice, long from, long to) {
        int wanted = part.thousandths(slice.share());
        return devices(part).stream()
                .filter(device -> all(from, to, instant -> taken(part, device, instant) + wanted <= Share.WHOLE))
                .toList();
    }

    /** Whether these very devices are as many as a slice takes, and free with all else of it throughout a window. */
    boolean isFree(Slice slice, long bits, long from, long to) {
        if (!hasRoom(slice, from, to)) {
            return false;
        }
        long allowed = 0;
        for (Part part : parts.all()) {
            if (part.numbered()) {
                List<Integer> free = isShareOf(slice, part) ? withShare(part, slice, from, to) : free(part, from, to);
                for (int device : free) {
                    allowed |= 1L << device;
                }
            }
        }
        return (bits & ~allowed) == 0;
    }

    /** Whether these bits are as many devices of each part as the slice takes. */
    boolean isMet(Slice slice, long bits) {
        long rest = bits;
        for (Part part : parts.all()) {
            if (part.numbered()) {
                long own = 0;
                for (int device : devices(part)) {
                    own |= bits & 1L << device;
                }
                rest &= ~own;
                long wanted = isShareOf(slice, part) ? 1 : slice.amounts().get(part.name());
                if (Long.bitCount(own) != wanted) {
                    return false;
                }
            }
        }
        return rest == 0;
    }

    /** How much of a part is free at an instant: an amount, whole devices, or thousandths of the best device for a share. */
    long free(Part part, Slice slice, long instant) {
        if (isOut(instant)) {
            return 0;
        }
        if (!part.numbered()) {
            return part.count() - used(part, instant);
        }
        if (isShareOf(slice, part)) {
            return devices(part).stream()
                    .mapToLong(device -> Share.WHOLE - taken(part, device, instant))
                    .max()
                    .orElseThrow();
        }
        return devices(part).stream()
                .filter(device -> taken(part, device, instant) == 0)
                .count();
    }

    /** How much of a part a slice takes; thousandths of one device, if it is a share. */
    static long wanted(Part part, Slice slice) {
        return isShareOf(slice, part)
                ? part.thousandths(slice.share())
                : slice.amounts().get(part.name());
    }

    /** Whether less of something is taken at an instant than just before. */
    boolean isGivenBack(long instant) {
        boolean fewerOut = count(instant) < count(instant - 1);
        for (Part part : parts.all()) {
            if (!part.numbered()) {
                fewerOut |= used(part, instant) < used(part, instant - 1);
            } else {
                for (int device : devices(part)) {
                    fewerOut |= taken(part, device, instant) < taken(part, device, instant - 1);
                }
            }
        }
        return fewerOut;
    }

    private long count(long instant) {
        return at(instant).stream().filter(taking -> taking.slice().isWhole()).count();
    }

    /** Whether exactly the same is taken at two instants. */
    boolean isSame(long instant, long other) {
        boolean same = count(instant) == count(other);
        for (Part part : parts.all()) {
            if (!part.numbered()) {
                same &= used(part, instant) == used(part, other);
            } else {
                for (int device : devices(part)) {
                    same &= taken(part, device, instant) == taken(part, device, other);
                }
            }
        }
        return same;
    }
}
