package dev.berth.lab.experiment.netto;

import dev.berth.engine.model.Job;

/**
 * A job, when its user asks for it, and what neither the user nor the book knows: how long it will run.
 *
 * @param runTime at most what the job is booked for
 * @param flexible whether the user is one of those who can do with other times
 */
record Submission(long submit, Job job, long runTime, boolean flexible) {}
