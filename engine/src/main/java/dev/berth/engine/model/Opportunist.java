package dev.berth.engine.model;

/**
 * An opportunistic job (castillo VI): it has no deadline, runs on what is idle, and makes way for reservations.
 *
 * @param servers how many it takes, all of one pool; never fewer
 * @param left what each of them still has to do
 */
public record Opportunist(OpportunistId id, JobId job, String user, int servers, Work left, Requirements requirements) {
    public Opportunist {
        if (servers < 1 || servers > Pool.MOST_SERVERS) {
            throw new BadValue("servers", servers, "must be from 1 to " + Pool.MOST_SERVERS);
        }
    }

    public Opportunist withLeft(Work other) {
        return new Opportunist(id, job, user, servers, other, requirements);
    }
}
