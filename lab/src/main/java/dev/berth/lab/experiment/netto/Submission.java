package dev.berth.lab.experiment.netto;

import dev.berth.engine.model.Job;

/**
 * A job, when its user asks for it, and what neither the user nor the book knows: how long it will run.
 *
 * @param runTime at most what the job is booked for counts: {@link #AS_BOOKED} is all of it
 */
record Submission(long submit, Job job, long runTime) {
    /** Run time of a job that uses all of its booked time, because the scheduler chooses its processors and so its length. */
    static final long AS_BOOKED = Long.MAX_VALUE / 4;
}
