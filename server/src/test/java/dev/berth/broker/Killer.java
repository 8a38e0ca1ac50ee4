package dev.berth.broker;

import dev.berth.broker.book.Probe;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Notes every step, and dies at one of them. */
final class Killer implements Probe {
    private final String last;
    private final Set<String> steps = new LinkedHashSet<>();
    private final Map<String, Integer> facts = new HashMap<>();
    private boolean dead;

    private static final class Death extends RuntimeException {
        Death(String step) {
            super(step, null, false, false);
        }
    }

    Killer(String last) {
        this.last = last;
    }

    @Override
    public synchronized void at(String each) {
        // Several facts of one state are different steps.
        int times = each.contains(" fact ") ? facts.merge(each, 1, Integer::sum) : 1;
        String step = times == 1 ? each : each + " " + times;
        steps.add(step);
        if (dead || step.equals(last)) {
            dead = true;
            throw new Death(step);
        }
    }

    synchronized boolean isDead() {
        return dead;
    }

    synchronized Set<String> steps() {
        return new LinkedHashSet<>(steps);
    }
}
