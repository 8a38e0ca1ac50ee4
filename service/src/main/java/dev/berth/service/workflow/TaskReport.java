package dev.berth.service.workflow;

/**
 * What is told of a task while its plan runs.
 *
 * @param more how much longer it takes; counts for an overrun only
 */
public record TaskReport(Happening what, long more, Then then) {
    /** What happened. */
    public enum Happening {
        FINISHED,
        FAILED,
        OVERRUN
    }

    /** What is to become of the rest. */
    public enum Then {
        REPLAN,
        RELEASE,
        KEEP
    }

    /** What is to become of the rest if nothing else is asked for. */
    public static Then usually(Happening what) {
        return what == Happening.FINISHED ? Then.KEEP : Then.REPLAN;
    }

    TaskReport with(Then other) {
        return new TaskReport(what, more, other);
    }
}
