package dev.berth.lab.workload;

import dev.berth.engine.model.Job;

/** A job and when its user asks for it. A workload is an iterator of these, in the order of submit. */
public record Arrival(long submit, Job job) {}
