package dev.berth.site;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * A sorted set of numbers above zero, eight bytes each. Most come in ascending order and go again in about the same: one that
 * goes is only crossed out, and what is crossed out is cleared when it is more than half.
 */
final class NumberList {
    /** Numbers in the order of their absolute values; negative ones are crossed out. */
    private long[] numbers = new long[4];

    private int size;
    private int crossedOut;

    void add(long number) {
        int at = place(number);
        if (at < size && Math.abs(numbers[at]) == number) {
            crossedOut -= numbers[at] < 0 ? 1 : 0;
            numbers[at] = number;
            return;
        }
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        System.arraycopy(numbers, at, numbers, at + 1, size - at);
        numbers[at] = number;
        size++;
    }

    void remove(long number) {
        int at = place(number);
        if (at < size && numbers[at] == number) {
            numbers[at] = -number;
            crossedOut++;
            if (crossedOut > size / 2) {
                clear();
            }
        }
    }

    private void clear() {
        numbers = Arrays.stream(numbers, 0, size).filter(number -> number > 0).toArray();
        size = numbers.length;
        crossedOut = 0;
        numbers = Arrays.copyOf(numbers, Math.max(4, size + size / 2));
    }

    /** How many places are gone through to see them all; some may be crossed out. */
    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == crossedOut;
    }

    /** Ascending, those above a number. */
    LongStream after(long number) {
        return Arrays.stream(numbers, place(number + 1), size).filter(each -> each > 0);
    }

    /** The first place whose number is not below. */
    private int place(long number) {
        if (size > 0 && Math.abs(numbers[size - 1]) < number) {
            return size;
        }
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Math.abs(numbers[middle]) < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
