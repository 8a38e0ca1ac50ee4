package dev.berth.service.wire;

/** Bytes that are not a JSON object that could be meant. */
public final class NotJson extends RuntimeException {
    private final String problem;

    public NotJson(String problem) {
        super(problem, null, false, false);
        this.problem = problem;
    }

    public String problem() {
        return problem;
    }
}
