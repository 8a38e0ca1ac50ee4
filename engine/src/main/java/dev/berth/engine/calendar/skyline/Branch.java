package dev.berth.engine.calendar.skyline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Up to 64 children, each with its first time, what is pending for all of it, its lowest value and a bound of its highest. A
 * search enters a child only if these say that it may find something there.
 */
final class Branch extends Node {
    /** An add splits two children at most. */
    private static final int FULL = CAPACITY - 2;

    private final Node[] children = new Node[CAPACITY];
    private final long[] firsts = noTimes();
    private final int[] pending = new int[CAPACITY];
    /** The lowest value of each child and a bound of the highest, what is pending for it included. */
    private final int[] mins = new int[CAPACITY];

    private final int[] maxs = new int[CAPACITY];

    static Branch over(Node left, Node right) {
        Branch branch = new Branch();
        branch.insert(0, left, 0);
        branch.insert(1, right, 0);
        return branch;
    }

    private int at(long time) {
        return lastAtOrBefore(firsts, time);
    }

    private long end(int child, long limit) {
        return child + 1 < size ? firsts[child + 1] : limit;
    }

    @Override
    int min() {
        int min = mins[0];
        for (int i = 1; i < size; i++) {
            min = Math.min(min, mins[i]);
        }
        return min;
    }

    @Override
    int max() {
        int max = maxs[0];
        for (int i = 1; i < size; i++) {
            max = Math.max(max, maxs[i]);
        }
        return max;
    }

    @Override
    long first() {
        return firsts[0];
    }

    @Override
    long last() {
        return children[size - 1].last();
    }

    @Override
    int valueAt(long time) {
        int i = at(time);
        return children[i].valueAt(time) + pending[i];
    }

    @Override
    long firstBelow(int level, long from, long to) {
        for (int i = at(from); i < size && firsts[i] < to; i++) {
            if (mins[i] < level) {
                long found = children[i].firstBelow(level - pending[i], from, to);
                if (found != NONE) {
                    return found;
                }
            }
        }
        return NONE;
    }

    @Override
    long firstAtLeast(int level, long from, long to) {
        for (int i = at(from); i < size && firsts[i] < to; i++) {
            if (maxs[i] >= level) {
                long found = children[i].firstAtLeast(level - pending[i], from, to);
                if (found != NONE) {
                    return found;
                }
            }
        }
        return NONE;
    }

    @Override
    long lastBelowEnd(int level, long from, long to, long next) {
        for (int i = at(to - 1); i >= 0; i--) {
            if (mins[i] < level) {
                long found = children[i].lastBelowEnd(level - pending[i], from, to, end(i, next));
                if (found != NONE) {
                    return found;
                }
            }
            if (firsts[i] <= from) {
                return NONE;
            }
        }
        return NONE;
    }

    @Override
    int minWithin(long from, long to) {
        int min = Integer.MAX_VALUE;
        int low = at(from);
        int high = at(to - 1);
        for (int i = low + 1; i < high; i++) {
            min = Math.min(min, mins[i]);
        }
        if (mins[low] < min) {
            min = Math.min(min, children[low].minWithin(from, to) + pending[low]);
        }
        if (high > low && mins[high] < min) {
            min = Math.min(min, children[high].minWithin(from, to) + pending[high]);
        }
        return min;
    }

    @Override
    int maxWithin(long from, long to) {
        int max = Integer.MIN_VALUE;
        int low = at(from);
        int high = at(to - 1);
        for (int i = low + 1; i < high; i++) {
            max = Math.max(max, maxs[i]);
        }
        if (maxs[low] > max) {
            max = Math.max(max, children[low].maxWithin(from, to) + pending[low]);
        }
        if (high > low && maxs[high] > max) {
            max = Math.max(max, children[high].maxWithin(from, to) + pending[high]);
        }
        return max;
    }

    @Override
    @Nullable
    Node add(long start, long end, long limit, int delta) {
        int low = at(start);
        int high = low;
        while (high + 1 < size && firsts[high + 1] < end) {
            high++;
        }
        // From the right, so that a child that splits or merges moves none of those still to do.
        if (high > low) {
            addTo(high, start, end, end(high, limit), delta);
        }
        for (int i = low + 1; i < high; i++) {
            pending[i] += delta;
            mins[i] += delta;
            maxs[i] += delta;
        }
        addTo(low, start, end, end(low, limit), delta);
        return size > FULL ? split() : null;
    }

    private void addTo(int index, long start, long end, long limit, int delta) {
        if (start <= firsts[index] && end >= limit) {
            pending[index] += delta;
            mins[index] += delta;
            maxs[index] += delta;
            return;
        }
        Node child = children[index];
        Node right = child.add(start, end, limit, delta);
        refresh(index);
        if (right != null) {
            insert(index + 1, right, pending[index]);
        } else if (child.size < CAPACITY / 4) {
            mergeWithNext(index);
        }
    }

    private void mergeWithNext(int index) {
        Node child = children[index];
        if (index + 1 < size && child.size + children[index + 1].size <= CAPACITY / 2) {
            child.absorb(children[index + 1], pending[index + 1] - pending[index]);
            remove(index + 1, 1);
            refresh(index);
        }
    }

    private void refresh(int index) {
        mins[index] = children[index].min() + pending[index];
        maxs[index] = children[index].max() + pending[index];
    }

    private void insert(int index, Node child, int childPending) {
        move(index, index + 1, size - index);
        size++;
        children[index] = child;
        firsts[index] = child.first();
        pending[index] = childPending;
        refresh(index);
    }

    private void remove(int index, int count) {
        move(index + count, index, size - index - count);
        Arrays.fill(children, size - count, size, null);
        Arrays.fill(firsts, size - count, size, NONE);
        size -= count;
    }

    private void move(int from, int to, int count) {
        System.arraycopy(children, from, children, to, count);
        System.arraycopy(firsts, from, firsts, to, count);
        System.arraycopy(pending, from, pending, to, count);
        System.arraycopy(mins, from, mins, to, count);
        System.arraycopy(maxs, from, maxs, to, count);
    }

    private Branch split() {
        Branch right = new Branch();
        int half = size >>> 1;
        right.append(this, half, 0);
        remove(half, size - half);
        return right;
    }

    private void append(Branch other, int from, int shift) {
        for (int i = from; i < other.size; i++) {
            children[size] = other.children[i];
            firsts[size] = other.firsts[i];
            pending[size] = other.pending[i] + shift;
            mins[size] = other.mins[i] + shift;
            maxs[size] = other.maxs[i] + shift;
            size++;
        }
    }

    @Override
    void absorb(Node right, int shift) {
        append((Branch) right, 0, shift);
    }

    @Override
    void shift(int delta) {
        for (int i = 0; i < size; i++) {
            pending[i] += delta;
            mins[i] += delta;
            maxs[i] += delta;
        }
    }

    @Override
    void dropBefore(long time) {
        remove(0, at(time));
        children[0].dropBefore(time);
        firsts[0] = Long.MIN_VALUE;
        refresh(0);
    }

    /** The only child, with what is pending for it; null if there are more. */
    @Nullable
    Node onlyChild() {
        if (size > 1) {
            return null;
        }
        children[0].shift(pending[0]);
        return children[0];
    }

    @Override
    long timeOfStep(int step) {
        long time = children[0].timeOfStep(step);
        return time == Long.MIN_VALUE && size > 1 ? firsts[1] : time;
    }

    @Override
    boolean collect(int outer, long from, long to, StepList list) {
        for (int i = at(from); i < size && firsts[i] < to; i++) {
            if (!children[i].collect(outer + pending[i], from, to, list)) {
                return false;
            }
        }
        return true;
    }
}
