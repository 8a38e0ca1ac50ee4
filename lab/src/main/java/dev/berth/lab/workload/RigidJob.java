package dev.berth.lab.workload;

/** A job of a batch queue, in seconds: it runs on this many processors, no more and no fewer. */
public record RigidJob(long submit, int processors, long runTime) {}
