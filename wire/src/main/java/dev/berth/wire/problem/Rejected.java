package dev.berth.wire.problem;

/** Ends a request, and with it its transaction, with a problem. */
public final class Rejected extends RuntimeException {
    private final transient Problem problem;
    private final transient Asked asked;

    public Rejected(Problem problem) {
        this(problem, Asked.UNKNOWN);
    }

    public Rejected(Problem problem, Asked asked) {
        super(problem.detail().toString(), null, false, false);
        this.problem = problem;
        this.asked = asked;
    }

    public Asked asked() {
        return asked;
    }

    public Problem problem() {
        return problem;
    }
}
