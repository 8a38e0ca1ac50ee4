package dev.berth.lab.experiment.ahuja;

import java.util.List;

/**
 * Measures of a run of ahuja's evaluation.
 *
 * @param rejectedWork share of the work
 * @param utilisation share of the elements' time of the first day
 * @param meanWaitHours from submission to start, over the accepted jobs
 * @param advanceWaitHours the same over the jobs reserved in advance; NaN if there were none
 * @param offsetHours from the start that was asked for (now, for a job to start immediately) to the start; over the
 *     accepted jobs
 * @param delayHours from the start that was guaranteed to the actual start, if run times differ from what was reserved
 * @param rejections how many jobs
 * @param seeking how many jobs sought advance reservation
 * @param classes of users by their priority, the lowest first, over the jobs that seek no advance reservation
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
     * Waits of the users of one priority.
     *
     * @param worstWaitHours the longest of any of them
     * @param jain Jain's index of their mean waits: 1 if all are equal, 1/n if only one user waits
     */
    record PriorityClass(double meanWaitHours, double worstWaitHours, double jain) {}

    /** @param level from 1 to the highest */
    PriorityClass ofPriority(int level) {
        return classes.get(level - 1);
    }
}
