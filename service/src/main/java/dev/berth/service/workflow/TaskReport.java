package dev.berth.service.workflow;

/**
 * Report about a task while its plan runs.
 *
 * @param more how much longer it takes; counts for an overrun only
 */
public record TaskReport(Happening what, long more, Then then) {
    /** Event that happened to the task. */
    public enum Happening {
        FINISHED,
        FAILED,
        OVERRUN
    }

    /** Treatment of the rest of the plan. */
    public enum Then {
        REPLAN,
        RELEASE,
        KEEP
    }

    /** Default treatment of the rest of the plan. */
    public static Then usually(Happening what) {
        return what == Happening.FINISHED ? Then.KEEP : Then.REPLAN;
    }

    TaskReport with(Then other) {
        return new TaskReport(what, more, other);
    }
}
