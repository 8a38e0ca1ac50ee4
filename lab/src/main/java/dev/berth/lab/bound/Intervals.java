package dev.berth.lab.bound;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Time cut into consecutive intervals that cover some windows. */
final class Intervals {
    private final long[] cuts;

    private Intervals(long[] cuts) {
        this.cuts = cuts;
    }

    /** Cut wherever a window starts or ends, so that in each interval the same jobs may run all the time. */
    static Intervals exact(List<Window> windows) {
        return new Intervals(windows.stream()
                .flatMapToLong(window -> LongStream.of(window.start(), window.end()))
                .sorted()
                .distinct()
                .toArray());
    }

    /** Cut into equal lengths. */
    static Intervals every(long length, List<Window> windows) {
        if (length < 1) {
            throw new BadValue("length", length, "must be greater than 0");
        }
        long first = windows.stream().mapToLong(Window::start).min().orElse(0);
        long last = windows.stream().mapToLong(Window::end).max().orElse(0);
        int count = Math.toIntExact(Math.ceilDiv(last - first, length));
        return new Intervals(
                LongStream.rangeClosed(0, count).map(i -> first + i * length).toArray());
    }

    int count() {
        return Math.max(0, cuts.length - 1);
    }

    long length(int interval) {
        return cuts[interval + 1] - cuts[interval];
    }

    /** The interval in which a time lies. */
    int at(long time) {
        int found = Arrays.binarySearch(cuts, time);
        return found >= 0 ? found : -found - 2;
    }

    /** How many intervals a window is in. */
    int count(Window window) {
        return at(window.end() - 1) - at(window.start()) + 1;
    }

    /** The time that a window has in common with an interval. */
    long overlap(int interval, Window window) {
        return Math.min(cuts[interval + 1], window.end()) - Math.max(cuts[interval], window.start());
    }
}
