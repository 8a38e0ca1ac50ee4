package dev.berth.lab.experiment.ahuja;

import java.util.List;

/**
 * What a run of ahuja's evaluation measures.
 *
 * @param rejectedWork share of the work
 * @param utilisation share of the elements' time of the first day
 * @param meanWaitHours from submission to start, over what was taken
 * @param advanceWaitHours the same over what was reserved in advance; not a number if nothing was
 * @param offsetHours from the start that was asked for, which is now for what starts immediately, to the start; over what
 *     was taken
 * @param delayHours from the start that was guaranteed to the actual start, if run times differ from what was reserved
 * @param rejections how many jobs
 * @param seeking how many jobs sought advance reservation
 * @param classes of users by their priority, the lowest first, over what seeks no advance reservation
 */
record AhujaRun(
        double rejectedWork,
        double utilisation,
        double meanWaitHours,
        double advanceWaitHours,
        double offsetHours,
        double delayHours,
        int rejections,
        int seeking,
        List<PriorityClass> classes) {
    AhujaRun {
        classes = List.copyOf(classes);
    }

    /**
     * What the users of one priority bear.
     *
     * @param worstWaitHours the longest of any of them
     * @param jain Jain's index of their mean waits: 1 if all are equal, 1/n if one bears it all
     */
    record PriorityClass(double meanWaitHours, double worstWaitHours, double jain) {}

    /** @param level from 1 to the highest */
    PriorityClass ofPriority(int level) {
        return classes.get(level - 1);
    }
}
