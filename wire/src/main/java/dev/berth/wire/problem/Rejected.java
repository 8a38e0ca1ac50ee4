package dev.berth.wire.problem;

/** Ends a request, and with it its transaction, with a problem. */
public final class Rejected extends RuntimeException {
    private final transient Problem problem;
    private final transient AskedAmount asked;

    public Rejected(Problem problem) {
        this(problem, AskedAmount.UNKNOWN);
    }

    public Rejected(Problem problem, AskedAmount asked) {
        super(problem.detail().toString(), null, false, false);
        this.problem = problem;
        this.asked = asked;
    }

    public AskedAmount asked() {
        return asked;
    }

    public Problem problem() {
        return problem;
    }
}
