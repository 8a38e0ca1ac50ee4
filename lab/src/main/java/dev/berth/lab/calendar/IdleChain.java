package dev.berth.lab.calendar;

import dev.berth.engine.model.PoolId;
import org.jspecify.annotations.Nullable;

/** Doubly linked list of idle periods, ascending by start (castillo III). Whatever is looked for is found by walking. */
final class IdleChain {
    private @Nullable IdleNode first;
    private int size;

    @Nullable
    IdleNode first() {
        return first;
    }

    int size() {
        return size;
    }

    /**
     * Puts a node in its place.
     *
     * @param near a node of this list that comes before it, from which the walk begins; null for the first
     */
    void insert(IdleNode node, @Nullable IdleNode near) {
        IdleNode before = near;
        IdleNode after = near == null ? first : near.next;
        while (after != null && after.isBefore(node)) {
            before = after;
            after = after.next;
        }
        node.previous = before;
        node.next = after;
        if (before == null) {
            first = node;
        } else {
            before.next = node;
        }
        if (after != null) {
            after.previous = node;
        }
        size++;
    }

    void remove(IdleNode node) {
        if (node.previous == null) {
            first = node.next;
        } else {
            node.previous.next = node.next;
        }
        if (node.next != null) {
            node.next.previous = node.previous;
        }
        size--;
    }

    /** The idle period of a server that covers a time; null if there is none. */
    @Nullable
    IdleNode covering(PoolId pool, int number, long from, long to) {
        for (IdleNode node = first; node != null && node.start <= from; node = node.next) {
            if (node.covers(pool, number, from, to)) {
                return node;
            }
        }
        return null;
    }
}
