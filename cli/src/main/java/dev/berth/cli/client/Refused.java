package dev.berth.cli.client;

import com.fasterxml.jackson.databind.JsonNode;

/** The service said no, and why. */
final class Refused extends RuntimeException {
    private final transient JsonNode problem;

    Refused(JsonNode problem) {
        super(problem.path("detail").asText(), null, false, false);
        this.problem = problem;
    }

    JsonNode problem() {
        return problem;
    }
}
