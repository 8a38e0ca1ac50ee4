package dev.berth.engine.waitlist;

import dev.berth.engine.model.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Entries with the same requirements that found no room in one look at the list. An entry that needs as much or more, for as long or
 * longer, within the same time or less, finds none either and is not tried.
 */
final class Misses {
    private final long now;
    private final List<Waiter> missed = new ArrayList<>();

    Misses(long now) {
        this.now = now;
    }

    void add(Waiter waiter) {
        // A smaller one rules out whatever the larger ones do.
        missed.removeIf(larger -> needsAsMuch(larger, waiter));
        missed.add(waiter);
    }

    boolean ruleOut(Waiter waiter) {
        for (int i = 0; i < missed.size(); i++) {
            Waiter smaller = missed.get(i);
            if (needsAsMuch(waiter, smaller)) {
                if (i > 0) {
                    // Whatever ruled out one entry will soon rule out another.
                    missed.set(i, missed.get(i - 1));
                    missed.set(i - 1, smaller);
                }
                return true;
            }
        }
        return false;
    }

    private boolean needsAsMuch(Waiter waiter, Waiter smaller) {
        return waiter.job().deadline() <= smaller.job().deadline()
                && waiter.earliest(now) >= smaller.earliest(now)
                && needsAsMuch(waiter.job().shape(), smaller.job().shape());
    }

    /** Shapes of different kinds, and those with a choice of servers, are compared for equality alone. */
    private static boolean needsAsMuch(Shape shape, Shape smaller) {
        if (shape instanceof Shape.Rigid one && smaller instanceof Shape.Rigid other) {
            return one.servers() >= other.servers()
                    && one.each().amount() >= other.each().amount();
        }
        if (shape instanceof Shape.Stay one && smaller instanceof Shape.Stay other) {
            return one.servers() >= other.servers() && one.length() >= other.length();
        }
        return shape.equals(smaller);
    }
}
