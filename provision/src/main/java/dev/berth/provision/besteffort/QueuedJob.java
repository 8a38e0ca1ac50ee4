package dev.berth.provision.besteffort;

/** A job of another user at the same site: handed in at a time, it takes a number of servers for a duration. */
public record QueuedJob(long submit, int servers, long runTime) {}
