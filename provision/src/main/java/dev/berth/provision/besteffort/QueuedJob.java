package dev.berth.provision.besteffort;

/** A job of somebody else at the same site: handed in at a time, it takes so many servers for so long. */
public record QueuedJob(long submit, int servers, long runTime) {}
