package dev.berth.lab.experiment.recovery;

import dev.berth.engine.model.BadValue;
import java.util.SplittableRandom;

/**
 * How often users do what, as shares of all jobs. What is left of 1 uses all that it booked.
 *
 * @param fee what a no-show costs beyond the price of the booked time, as a share of that price
 * @param elasticity by which the rate of no-shows falls as they cost more: it is multiplied by (1 + fee)^-elasticity. An assumption
 */
record Habits(double noShows, double earlyEnds, double idleTails, double fee, double elasticity) {
    Habits {
        double all = noShows + earlyEnds + idleTails;
        if (all > 1) {
            throw new BadValue(
                    "no-shows",
                    noShows,
                    "must leave room: no-shows, early-ends and idle-tails together are " + all + ", above 1");
        }
    }

    Habit draw(SplittableRandom random) {
        double kind = random.nextDouble();
        // Above 0, so that whoever comes uses something.
        double used = 1 - random.nextDouble();
        double deterrence = random.nextDouble();
        if (kind < noShows) {
            return new Habit(Habit.Kind.ABSENT, 0, deterrence);
        }
        if (kind < noShows + earlyEnds) {
            return new Habit(Habit.Kind.ENDS_EARLY, used, deterrence);
        }
        return kind < noShows + earlyEnds + idleTails
                ? new Habit(Habit.Kind.IDLES, used, deterrence)
                : new Habit(Habit.Kind.STAYS, 1, deterrence);
    }

    /** Share of those who would not come that cancel in time for the fee. */
    double deterred() {
        return 1 - StrictMath.pow(1 + fee, -elasticity);
    }
}
