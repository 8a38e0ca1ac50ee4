package dev.berth.engine.calendar.slices;

import java.util.PriorityQueue;

/** The lowest costs out of many, so that a dearer one need not be found to the end. */
final class Cheapest {
    private final int most;
    private final PriorityQueue<Long> costs = new PriorityQueue<>((a, b) -> Long.compare(b, a));

    /** @param most how many of the costs matter */
    Cheapest(int most) {
        this.most = most;
    }

    void add(long cost) {
        costs.add(cost);
        if (costs.size() > most) {
            costs.remove();
        }
    }

    /** The highest of them; no cost is too high as long as there are fewer than matter. */
    long dearest() {
        Long dearest = costs.size() < most ? null : costs.peek();
        return dearest == null ? Long.MAX_VALUE : dearest;
    }
}
