package dev.berth.engine.book;

import dev.berth.engine.model.Part;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Decides for tiny pools whether jobs of parts can be packed at all: tries every start, host and device. Uses nothing of the
 * engine but its model.
 */
final class TinyPacking {
    /** Something to pack at one of its starts, or with hosts and devices as given. */
    record Item(
            Slice slice,
            long licences,
            int servers,
            int firstStart,
            int lastStart,
            int length,
            List<Integer> hosts,
            List<Long> bits) {
        /** Free to go to any host, at one of these starts. */
        static Item free(Slice slice, long licences, int servers, int firstStart, int lastStart, int length) {
            return new Item(slice, licences, servers, firstStart, lastStart, length, List.of(), List.of());
        }
    }

    private static final int HORIZON = 64;

    private final Pool pool;
    private final long licences;
    private final List<Item> items;
    /** Thousandths of each device, then amounts by part, by host and instant. */
    private final long[][][] taken;

    private final long[] licensed = new long[HORIZON];
    private final int devices;
    private long tried;

    private TinyPacking(Pool pool, long licences, List<Item> items) {
        this.pool = pool;
        this.licences = licences;
        this.items = items;
        this.devices = pool.parts().all().stream()
                .filter(Part::numbered)
                .mapToInt(part -> (int) part.count())
                .sum();
        this.taken =
                new long[pool.servers()][HORIZON][devices + pool.parts().all().size()];
    }

    /** Whether all fit. Those that have hosts come first, then those with several starts, then the others by start. */
    static boolean exists(Pool pool, long licences, List<Item> items) {
        List<Item> sorted = new ArrayList<>(items);
        sorted.sort(Comparator.comparing((Item item) -> item.hosts.isEmpty())
                .thenComparing(item -> item.firstStart == item.lastStart)
                .thenComparingInt(item -> item.firstStart));
        return new TinyPacking(pool, licences, sorted).fits(0);
    }

    private boolean fits(int index) {
        if (index == items.size()) {
            return true;
        }
        if (tried++ > 20_000_000) {
            throw new IllegalStateException("not tiny: " + items);
        }
        Item item = items.get(index);
        for (int start = item.firstStart; start <= item.lastStart; start++) {
            if (takeLicences(item, start) && onHosts(index, start, 0, 0)) {
                return true;
            }
            addLicences(item, start, -item.licences);
        }
        return false;
    }

    /** Takes them whether there are enough or not, and tells. */
    private boolean takeLicences(Item item, int start) {
        addLicences(item, start, item.licences);
        for (int at = start; at < start + item.length; at++) {
            if (item.licences > 0 && licensed[at] > licences) {
                return false;
            }
        }
        return true;
    }

    private void addLicences(Item item, int start, long number) {
        for (int at = start; at < start + item.length; at++) {
            licensed[at] += number;
        }
    }

    /** Finds hosts for the servers of an item from one of them on, each after the host of the one before. */
    private boolean onHosts(int index, int start, int server, int from) {
        Item item = items.get(index);
        if (server == item.servers) {
            return fits(index + 1);
        }
        boolean given = !item.hosts.isEmpty();
        int last = given ? item.hosts.get(server) : pool.servers() - 1;
        for (int host = given ? last : from; host <= last; host++) {
            if (!given && isLikeEarlier(host, from)) {
                continue;
            }
            long most = 1L << devices;
            for (long bits = given ? item.bits.get(server) : 0; bits < most; bits++) {
                if (areAsWanted(item.slice, bits)
                        && (given || areTheFirstOfTheirLike(host, bits))
                        && isFree(item, host, start, bits)) {
                    add(item, host, start, bits, 1);
                    boolean fits = onHosts(index, start, server + 1, host + 1);
                    add(item, host, start, bits, -1);
                    if (fits) {
                        return true;
                    }
                }
                if (given) {
                    break;
                }
            }
        }
        return false;
    }

    /** Whether another host that can be had as well is as this one at all times: then it need not be tried. */
    private boolean isLikeEarlier(int host, int from) {
        for (int other = from; other < host; other++) {
            if (Arrays.deepEquals(taken[host], taken[other])) {
                return true;
            }
        }
        return false;
    }

    /** Whether no device is taken in place of an earlier one of its part that is as this one at all times. */
    private boolean areTheFirstOfTheirLike(int host, long bits) {
        int first = 0;
        for (Part part : pool.parts().all()) {
            int end = first + (part.numbered() ? (int) part.count() : 0);
            for (int device = first + 1; device < end; device++) {
                for (int other = first; other < device; other++) {
                    if ((bits >>> device & 1) == 1 && (bits >>> other & 1) == 0 && areAlike(host, device, other)) {
                        return false;
                    }
                }
            }
            first = end;
        }
        return true;
    }

    private boolean areAlike(int host, int device, int other) {
        for (int at = 0; at < HORIZON; at++) {
            if (taken[host][at][device] != taken[host][at][other]) {
                return false;
            }
        }
        return true;
    }

    /** How much of each device of a part something takes that takes any of it. */
    private static long each(Part part, Slice slice) {
        Share share = slice.share();
        return share != null && share.part().equals(part.name()) ? part.thousandths(share) : Share.WHOLE;
    }

    private static long wanted(Part part, Slice slice) {
        Share share = slice.share();
        return share != null && share.part().equals(part.name())
                ? 1
                : slice.amounts().get(part.name());
    }

    /** Whether these are as many devices of each part as a slice takes. A whole host needs no devices said. */
    private boolean areAsWanted(Slice slice, long bits) {
        int first = 0;
        for (Part part : pool.parts().all()) {
            if (part.numbered()) {
                long own = bits >>> first & ((1L << part.count()) - 1);
                if (Long.bitCount(own) != (slice.isWhole() ? 0 : wanted(part, slice))) {
                    return false;
                }
                first += (int) part.count();
            }
        }
        return true;
    }

    private boolean isFree(Item item, int host, int start, long bits) {
        add(item, host, start, bits, 1);
        boolean free = true;
        for (int at = start; at < start + item.length && free; at++) {
            int device = 0;
            for (int i = 0; i < pool.parts().all().size(); i++) {
                Part part = pool.parts().all().get(i);
                free &= taken[host][at][devices + i] <= part.count();
                for (int n = 0; part.numbered() && n < part.count(); n++) {
                    free &= taken[host][at][device++] <= Share.WHOLE;
                }
            }
        }
        add(item, host, start, bits, -1);
        return free;
    }

    private void add(Item item, int host, int start, long bits, int sign) {
        for (int at = start; at < start + item.length; at++) {
            int device = 0;
            for (int i = 0; i < pool.parts().all().size(); i++) {
                Part part = pool.parts().all().get(i);
                boolean whole = item.slice.isWhole();
                for (int n = 0; part.numbered() && n < part.count(); n++, device++) {
                    boolean takes = whole || (bits >>> device & 1) == 1;
                    taken[host][at][device] += takes ? sign * (whole ? Share.WHOLE : each(part, item.slice)) : 0;
                }
                // Also where nothing of a part is left to count: a whole host is shared with nobody.
                taken[host][at][devices + i] += part.numbered()
                        ? 0
                        : sign * (whole ? part.count() : item.slice.amounts().get(part.name()));
            }
        }
    }
}
