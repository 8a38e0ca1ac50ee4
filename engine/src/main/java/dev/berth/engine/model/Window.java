package dev.berth.engine.model;

/**
 * A half-open span of time {@code [start, end)} in whole units. Times run from 0 to {@link #FOREVER}, far enough below
 * the end of a {@code long} that a time plus any duration cannot overflow.
 */
public record Window(long start, long end) {
    /** The end of a window that has none. */
    public static final long FOREVER = 1L << 60;

    public Window {
        checkTime("start", start);
        if (end <= start || end > FOREVER) {
            throw new BadValue("end", end, "must be after its start, " + start);
        }
    }

    static void checkTime(String field, long time) {
        if (time < 0 || time >= FOREVER) {
            throw new BadValue(field, time, "must be a time from 0 to " + (FOREVER - 1));
        }
    }

    public long length() {
        return end - start;
    }

    public boolean overlaps(Window other) {
        return start < other.end && other.start < end;
    }

    /** The part of this window from {@code time} on; the window must end later than that. */
    public Window from(long time) {
        return time <= start ? this : new Window(time, end);
    }

    @Override
    public String toString() {
        return "[" + start + ", " + (end == FOREVER ? "forever" : end) + ")";
    }
}
