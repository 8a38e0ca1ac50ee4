package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The rule for the start with the lowest peak as it is documented, over levels instant by instant. */
final class PlainPeaks {
    /** How busy the pool is at each instant from the first on. */
    private final long[] levels;

    private final int first;
    private final int duration;
    private final long now;

    PlainPeaks(long[] levels, int first, int duration, long now) {
        this.levels = levels;
        this.first = first;
        this.duration = duration;
        this.now = now;
    }

    /** Something that takes parts of several hosts. */
    record Booking(Window window, Slice slice, int count) {}

    /** Levels at each instant of {@code [from, to)}, once a slice is taken of some hosts beside: the busiest part. */
    static long[] levels(Parts parts, List<Booking> booked, int hosts, Slice slice, int count, int from, int to) {
        long[] levels = new long[to - from];
        for (Part part : parts.all()) {
            long[] taken = new long[to - from];
            Arrays.fill(taken, count * of(part, slice));
            for (Booking booking : booked) {
                int last = (int) Math.min(to, booking.window.end());
                for (int at = (int) Math.max(from, booking.window.start()); at < last; at++) {
                    taken[at - from] += booking.count * of(part, booking.slice);
                }
            }
            long factor = (1L << 40) / (of(part, Slice.WHOLE) * hosts);
            for (int i = 0; i < levels.length; i++) {
                levels[i] = Math.max(levels[i], taken[i] * factor);
            }
        }
        for (int i = 0; i < levels.length; i++) {
            levels[i] >>>= 23;
        }
        return levels;
    }

    private static long of(Part part, Slice slice) {
        if (slice.isWhole()) {
            return part.numbered() ? part.count() * Share.WHOLE : part.count();
        }
        long wanted = PlainHost.wanted(part, slice);
        boolean share = slice.share() != null && slice.share().part().equals(part.name());
        return part.numbered() && !share ? wanted * Share.WHOLE : wanted;
    }

    /** Where a run of starts begins or ends, where a step begins, and where a window ends as a step begins. */
    NavigableSet<Integer> candidates(List<Integer> allowed) {
        TreeSet<Integer> candidates = new TreeSet<>();
        TreeSet<Integer> all = new TreeSet<>(allowed);
        for (int start : allowed) {
            int at = start - first;
            if (!all.contains(start - 1)
                    || !all.contains(start + 1)
                    || levels[at] != levels[at - 1]
                    || levels[at + duration] != levels[at + duration - 1]) {
                candidates.add(start);
            }
        }
        return candidates;
    }

    long peak(int start) {
        return Arrays.stream(levels, start - first, start - first + duration)
                .max()
                .orElseThrow();
    }

    long least(List<Integer> starts) {
        return starts.stream().mapToLong(this::peak).min().orElseThrow();
    }

    private long touch(int start) {
        int at = start - first;
        long drop = start > now ? levels[at - 1] - levels[at] : 0;
        return drop + levels[at + duration] - levels[at + duration - 1];
    }

    /** The start with the lowest peak that best touches what is there; of several the earliest. */
    long best(List<Integer> allowed) {
        long least = least(allowed);
        int best = -1;
        for (int start : candidates(allowed)) {
            if (peak(start) == least && (best < 0 || touch(start) > touch(best))) {
                best = start;
            }
        }
        return best;
    }

    List<Long> lowest(NavigableSet<Integer> candidates, int most) {
        return candidates.stream()
                .sorted((a, b) -> peak(a) != peak(b) ? Long.compare(peak(a), peak(b)) : Integer.compare(a, b))
                .limit(most)
                .map(Integer::longValue)
                .toList();
    }
}
