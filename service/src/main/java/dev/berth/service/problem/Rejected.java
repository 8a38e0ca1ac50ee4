package dev.berth.service.problem;

/** Ends a request, and with it its transaction, with a problem. */
public final class Rejected extends RuntimeException {
    private final transient Problem problem;

    public Rejected(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
