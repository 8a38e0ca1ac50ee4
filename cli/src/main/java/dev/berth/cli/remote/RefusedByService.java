package dev.berth.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;

/** The service said no, and why. */
public final class RefusedByService extends RuntimeException {
    private final transient JsonNode problem;

    public RefusedByService(JsonNode problem) {
        super(problem.path("detail").asText(), null, false, false);
        this.problem = problem;
    }

    public JsonNode problem() {
        return problem;
    }
}
