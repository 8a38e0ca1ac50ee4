package dev.berth.service.http;

/** Ends a request, and with it its transaction, with a problem. */
final class Rejected extends RuntimeException {
    private final transient Problem problem;

    Rejected(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
