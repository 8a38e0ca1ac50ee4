package dev.berth.engine.calendar.skyline;

import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Window;

/**
 * A pool's free servers as a step function of all time. A B+ tree of steps with lazy range additions; every search
 * skips what a subtree's lowest and highest value rule out, so none scans the pool.
 *
 * <p>All windows are half open. A search answers an instant within the window it was given, or its end for "none".
 */
public final class Skyline {
    /** Steps behind the present are dropped half a leaf at a time; nothing depends on when. */
    private static final int DROP = Node.CAPACITY / 2;

    /** Steps of the function that are copied in about the time of one search. */
    private static final int COLLECTED_AT_A_STEP = 32;

    /** For looks at what comes next. */
    private final StepList near = new StepList(Node.CAPACITY);

    private Node root = Leaf.empty(this);
    /** Where its searches count their steps. */
    Effort effort = Effort.unlimited();
    /** Kept by the leaves. */
    int steps = 1;
    /** The last answer of {@link #freeUntil}, until something changes: several ask the same of one moment. */
    private long askedFrom = Long.MIN_VALUE;

    private int askedLevel;
    private long answered;

    /** Before this time it is not worth asking how many steps are behind. */
    private long forgetFrom = Long.MIN_VALUE;

    /** How many servers are free at a time. */
    public int freeAt(long time) {
        return root.valueAt(time);
    }

    /** The fewest free servers at any moment of the window. */
    public int least(long from, long to) {
        return root.minWithin(from, to);
    }

    /** At no moment of the window are more servers free than this; perhaps at none this many. */
    public int mostAtBest(long from, long to) {
        return root.maxWithin(from, to);
    }

    /** The first instant of the window with fewer than {@code level} servers free. */
    public long firstBelow(int level, long from, long to) {
        return within(root.firstBelow(level, from, to), from, to);
    }

    /** The first instant from a time on with fewer than {@code level} servers free; {@link Window#FOREVER} if there is none. */
    public long freeUntil(int level, long from) {
        if (from != askedFrom || level != askedLevel) {
            answered = firstBelow(level, from, Window.FOREVER);
            askedFrom = from;
            askedLevel = level;
        }
        return answered;
    }

    /** The first instant of the window with at least {@code level} servers free. */
    public long firstAtLeast(int level, long from, long to) {
        return within(root.firstAtLeast(level, from, to), from, to);
    }

    private static long within(long found, long from, long to) {
        return found == Node.NONE ? to : Math.max(found, from);
    }

    /** The first instant from which at least {@code level} servers are free up to the end of the window. */
    public long clearFrom(int level, long from, long to) {
        long found = root.lastBelowEnd(level, from, to, Node.END);
        return found == Node.NONE ? from : Math.min(found, to);
    }

    /**
     * The first start in {@code [from, latest]} with {@code level} servers free for the whole duration; -1 if none.
     * Looks at each window from its end: what blocks it last decides where the next one begins.
     */
    public long firstStart(int level, long from, long latest, long duration) {
        long start = from;
        long clearTo = from;
        while (true) {
            effort.spend(1);
            long end = start + duration;
            long clear = clearFrom(level, clearTo, end);
            if (clear == clearTo) {
                return start;
            }
            start = clear < end ? clear : firstAtLeast(level, end, latest + 1);
            if (start > latest) {
                return -1;
            }
            clearTo = Math.max(start, end);
        }
    }

    /** The first moment in {@code (after, until]} at which more servers become free; {@code Long.MAX_VALUE} if none. */
    public long nextRise(long after, long until) {
        long from = after;
        while (true) {
            boolean all = collect(from, until + 1, near);
            for (int i = 1; i < near.size; i++) {
                if (near.values[i] > near.values[i - 1] && near.times[i] > after) {
                    return near.times[i];
                }
            }
            if (all) {
                return Long.MAX_VALUE;
            }
            from = near.times[near.size - 1];
        }
    }

    /** Adds to the free servers over the window; taking and giving back the same restores the skyline exactly. */
    public void add(Window window, int delta) {
        if (delta == 0) {
            return;
        }
        askedFrom = Long.MIN_VALUE;
        long end = window.end() == Window.FOREVER ? Node.END : window.end();
        Node right = root.add(window.start(), end, Node.END, delta);
        if (right != null) {
            root = Branch.over(root, right);
        }
        shrink();
    }

    private void shrink() {
        while (root instanceof Branch branch) {
            Node only = branch.onlyChild();
            if (only == null) {
                return;
            }
            root = only;
        }
    }

    /** Whether enough steps lie behind {@code now} to be worth dropping. */
    public boolean hasToForget(long now) {
        if (now < forgetFrom) {
            return false;
        }
        forgetFrom = root.timeOfStep(DROP);
        return forgetFrom <= now && forgetFrom != Long.MIN_VALUE;
    }

    /** Drops the steps before {@code now}; what holds then holds at all earlier times. The result brings them back. */
    public Undo forget(long now) {
        StepList passed = new StepList(Integer.MAX_VALUE);
        collect(-1, now + 1, passed);
        askedFrom = Long.MIN_VALUE;
        root.dropBefore(now);
        steps -= passed.seen - 1;
        shrink();
        return () -> bringBack(passed);
    }

    /** The last of the steps is the one that was kept, and holds at all earlier times now. */
    private void bringBack(StepList passed) {
        int last = passed.size - 1;
        for (int i = last - 1; i >= 0; i--) {
            long start = Math.max(0, passed.times[i]);
            if (start < passed.times[i + 1]) {
                add(new Window(start, passed.times[i + 1]), passed.values[i] - passed.values[last]);
            }
        }
        forgetFrom = Long.MIN_VALUE;
    }

    /** Hands over each change of value after {@code now}, headed by the value that holds then. */
    public void changesFrom(long now, Changes changes) {
        StepList ahead = new StepList(Integer.MAX_VALUE);
        collect(now, Node.END, ahead);
        changes.change(Long.MIN_VALUE, ahead.values[0]);
        for (int i = 1; i < ahead.size; i++) {
            changes.change(ahead.times[i], ahead.values[i]);
        }
    }

    /** Collects the steps that hold within {@code [from, to)}; false if there are more than the list may take. */
    boolean collect(long from, long to, StepList list) {
        list.clear();
        boolean all = root.collect(0, from, to, list);
        effort.spend(list.size / COLLECTED_AT_A_STEP);
        return all;
    }

    /** When the last step begins. */
    long lastChange() {
        return root.last();
    }

    /** How many steps the skyline holds. */
    public int size() {
        return steps;
    }

    /** Back to no server at any time. */
    public void clear() {
        root = Leaf.empty(this);
        steps = 1;
        forgetFrom = Long.MIN_VALUE;
        askedFrom = Long.MIN_VALUE;
    }

    /** Receives a change of value and the time it happens. */
    @FunctionalInterface
    public interface Changes {
        void change(long time, int free);
    }
}
