package dev.berth.engine.model;

/**
 * What a user asks for (castillo II: r, l, d, on one or more servers of one pool at once).
 *
 * @param ready not before this time
 * @param work what each of the servers has to do
 * @param deadline done by this time; a deadline too early for the work is not bad, only impossible to meet
 * @param servers how many servers of one pool, all for the whole duration
 */
public record Job(JobId id, String user, long ready, Work work, long deadline, int servers, Requirements requirements) {
    public Job {
        Window.checkTime("ready", ready);
        Window.checkTime("deadline", deadline);
        if (deadline < ready) {
            throw new BadValue("deadline", deadline, "a deadline is not before ready, which is " + ready);
        }
        if (servers < 1 || servers > Pool.MOST_SERVERS) {
            throw new BadValue("servers", servers, "a job asks for 1 to " + Pool.MOST_SERVERS + " servers");
        }
    }

    /** A job of one server that takes any pool. */
    public static Job of(String id, long ready, long work, long deadline) {
        return of(id, ready, work, deadline, 1);
    }

    /** A job of several servers that takes any pool. */
    public static Job of(String id, long ready, long work, long deadline, int servers) {
        return new Job(new JobId(id), "", ready, new Work(work), deadline, servers, Requirements.NONE);
    }

    public Job requiring(Requirements wanted) {
        return new Job(id, user, ready, work, deadline, servers, wanted);
    }
}
