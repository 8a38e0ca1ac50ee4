package dev.berth.lab.simulation;

import dev.berth.engine.admission.Admissions;

/**
 * How the book of a run decides.
 *
 * @param policy the calendar that places jobs
 * @param admission what may move to make room for a job
 * @param earlyStarts whether a job starts as soon as servers are free; otherwise it starts when it was promised
 */
public record BookPolicy(String policy, String admission, boolean earlyStarts) {
    /** {@code level}, which moves others to make room. */
    public static final String REPLAN = "replan";

    /** Scheduler as in the papers: nothing moves, and all jobs start when they were promised. */
    public static BookPolicy asPromised(String policy) {
        return new BookPolicy(policy, Admissions.DEFAULT, false);
    }

    /** The same by the name that reports use: a policy, or {@link #REPLAN}. */
    public static BookPolicy named(String name) {
        return name.equals(REPLAN) ? asPromised("level").admitting(REPLAN) : asPromised(name);
    }

    /** The same, but some jobs may move to make room for others. */
    public BookPolicy admitting(String name) {
        return new BookPolicy(policy, name, earlyStarts);
    }

    /** The same, but jobs start as soon as servers are free. */
    public BookPolicy startingEarly() {
        return new BookPolicy(policy, admission, true);
    }
}
