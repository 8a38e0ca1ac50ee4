package dev.berth.engine.model;

/**
 * Request of a user for servers (castillo II: r, l, d; netto 2.2: T^r, D, R, f^mol, B). Strict start and end is an
 * interval no longer than the duration; a relaxed start with a strict end is {@code ready} 0; all else is a flexible
 * interval.
 *
 * @param ready not before this time
 * @param deadline done by this time; a deadline too early for the work is not bad, only impossible to meet
 * @param shape how many servers, and how long it takes on them
 */
public record Job(
        JobId id, String user, long ready, long deadline, Shape shape, Requirements requirements, Terms terms) {
    public Job {
        Window.checkTime("ready", ready);
        Window.checkTime("deadline", deadline);
        if (deadline < ready) {
            throw new BadValue("deadline", deadline, "must not be before ready, " + ready);
        }
        requirements = requirements.known();
    }

    /** A job of one server that takes any pool. */
    public static Job of(String id, long ready, long work, long deadline) {
        return of(id, ready, work, deadline, 1);
    }

    /** A job of several servers that takes any pool. */
    public static Job of(String id, long ready, long work, long deadline, int servers) {
        return of(id, ready, deadline, new Shape.Rigid(servers, new Work(work)));
    }

    public static Job of(String id, long ready, long deadline, Shape shape) {
        return new Job(new JobId(id), "", ready, deadline, shape, Requirements.NONE, Terms.NONE);
    }

    /** Strict start and end: the servers for exactly this window, whatever their rate. */
    public static Job exactly(String id, Window window, int servers) {
        return of(id, window.start(), window.end(), new Shape.Stay(servers, window.length()));
    }

    /** The fewest servers it takes. */
    public int servers() {
        return shape.fewest();
    }

    /** Work of each server if the job runs on the fewest servers. */
    public Work work() {
        return shape.work(shape.fewest());
    }

    public Job requiring(Requirements wanted) {
        return new Job(id, user, ready, deadline, shape, wanted, terms);
    }

    /** The same at whatever price: an agreed price stays when the provider moves what was agreed. */
    public Job withoutBudget() {
        return terms.budget() == null ? this : under(terms.withBudget(null));
    }

    /** The same of another user. */
    public Job of(String other) {
        return new Job(id, other, ready, deadline, shape, requirements, terms);
    }

    public Job within(long from, long by) {
        return new Job(id, user, from, by, shape, requirements, terms);
    }

    public Job shaped(Shape other) {
        return new Job(id, user, ready, deadline, other, requirements, terms);
    }

    /** The same, which may start as soon as servers are free. */
    public Job whenFree() {
        return under(terms.whenFree(0));
    }

    public Job under(Terms other) {
        return new Job(id, user, ready, deadline, shape, requirements, other);
    }
}
