package dev.berth.engine.model;

import java.util.Optional;

/**
 * An opportunistic job (castillo VI): it has no deadline, runs on what is idle, and makes way for reservations.
 *
 * @param servers how many it takes, all of one pool; never fewer
 * @param left what each of them still has to do
 * @param among the servers of the required pool that it may run on, such as those of one host; empty for all
 */
public record Opportunist(
        OpportunistId id,
        JobId job,
        String user,
        int servers,
        Work left,
        Requirements requirements,
        Optional<ServerSet> among) {
    public Opportunist {
        if (servers < 1 || servers > Pool.MOST_SERVERS) {
            throw new BadValue("servers", servers, "must be from 1 to " + Pool.MOST_SERVERS);
        }
        if (among.isPresent() && requirements.pool() == null) {
            throw new BadValue("among", among.get(), "must come with the pool of these servers");
        }
    }

    /** A job that may run on any server of a pool. */
    public Opportunist(OpportunistId id, JobId job, String user, int servers, Work left, Requirements requirements) {
        this(id, job, user, servers, left, requirements, Optional.empty());
    }

    public Opportunist withLeft(Work other) {
        return new Opportunist(id, job, user, servers, other, requirements, among);
    }
}
