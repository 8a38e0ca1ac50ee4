package dev.berth.lab.simulation;

/**
 * How the servers of one pool were used in a run, within the measured span. An idle period is a time between two jobs of one
 * server, or up to the ends of the span; what is left of the book's idle periods once nobody can take them any more.
 *
 * @param busy the share of time they were busy
 * @param started the share of all jobs that started here
 * @param tooShort the share of their idle time that lies in idle periods too short for a job of mean size
 * @param pieces idle periods a server and day
 */
public record GroupUse(double busy, double started, double tooShort, double pieces) {}
