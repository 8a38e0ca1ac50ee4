package dev.berth.lab.experiment.logs;

import dev.berth.lab.simulation.BookPolicy;

/**
 * How the jobs of a log are booked.
 *
 * @param early whether all of them may start early; otherwise none may
 */
record LogWay(String policy, String admission, boolean early) {
    static LogWay asPromised(String policy, String admission) {
        return new LogWay(policy, admission, false);
    }

    static LogWay early(String policy, String admission) {
        return new LogWay(policy, admission, true);
    }

    BookPolicy scheduler() {
        return BookPolicy.asPromised(policy).admitting(admission).startingEarly();
    }

    /** Name of its curve. */
    String name() {
        return policy + (early ? ", starting early" : "");
    }

    String key() {
        return policy + (early ? "+early" : "");
    }
}
