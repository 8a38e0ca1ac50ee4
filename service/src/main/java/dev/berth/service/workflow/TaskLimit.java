package dev.berth.service.workflow;

import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;

/** How many tasks of one user may be booked at a time: in plans, and as many in provisions. */
public final class TaskLimit {
    static final int MOST = 100_000;

    private TaskLimit() {}

    /**
     * Refuses a user who would have too many tasks.
     *
     * @param open how many tasks the owner has now
     * @param where those are
     * @param advice what to do to have fewer
     */
    public static void check(String owner, long open, int more, String where, String advice) {
        if (open + more > MOST) {
            throw Problem.of(
                            Code.QUOTA,
                            "%s has %d tasks in %s; the limit is %d. %s".formatted(owner, open, where, MOST, advice))
                    .toException();
        }
    }
}
