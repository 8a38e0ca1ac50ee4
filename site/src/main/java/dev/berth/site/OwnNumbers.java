package dev.berth.site;

import java.util.ArrayDeque;

/** Numbers of one user in ascending order. Nearly all come as the highest and go as the lowest, or the other way round if undone. */
final class OwnNumbers {
    private final ArrayDeque<Long> ascending = new ArrayDeque<>();

    void add(long number) {
        if (ascending.isEmpty() || number > ascending.getLast()) {
            ascending.addLast(number);
        } else if (number < ascending.getFirst()) {
            ascending.addFirst(number);
        } else {
            // Back to where it was taken from.
            ArrayDeque<Long> higher = new ArrayDeque<>();
            while (number < ascending.getLast()) {
                higher.addFirst(ascending.removeLast());
            }
            ascending.addLast(number);
            ascending.addAll(higher);
        }
    }

    void remove(long number) {
        if (!ascending.isEmpty() && ascending.getLast() == number) {
            ascending.removeLast();
        } else {
            // Looked for from the lowest.
            boolean ignored = ascending.removeFirstOccurrence(number);
        }
    }

    long first() {
        return ascending.getFirst();
    }

    boolean isEmpty() {
        return ascending.isEmpty();
    }
}
