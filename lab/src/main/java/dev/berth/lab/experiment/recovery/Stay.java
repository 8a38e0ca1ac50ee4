package dev.berth.lab.experiment.recovery;

import dev.berth.engine.model.Window;

/**
 * A reservation that runs, and the habit of its user.
 *
 * @param rate what one of its servers does in a unit of time
 */
record Stay(Habit habit, Window window, int servers, double rate) {
    /** Until when its servers are used, if they are left to it. */
    long usedUntil() {
        return window.start() + (long) Math.ceil(habit.used() * window.length());
    }

    double power() {
        return servers * rate;
    }
}
