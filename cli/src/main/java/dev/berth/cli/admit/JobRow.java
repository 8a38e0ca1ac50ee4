package dev.berth.cli.admit;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;

/** A row of jobs.csv: numbers in the right places, but not checked against the rules of the model yet. */
public record JobRow(String id, long submit, long ready, long work, long deadline, long servers) {
    /** The job that is asked for; throws BadValue if the model has no such job. */
    public Job job() {
        if (servers != (int) servers) {
            throw new BadValue("servers", servers, "must be from 1 to " + Pool.MOST_SERVERS);
        }
        return Job.of(id, ready, work, deadline, (int) servers);
    }
}
