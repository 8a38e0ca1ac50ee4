package dev.berth.cli.console;

import java.time.Clock;
import java.util.Map;

/**
 * Surroundings of a command: its streams, variables and clock, so that a test can bring its own.
 *
 * @param variables environment variables of the process
 */
public record Environment(Streams streams, Map<String, String> variables, Clock clock) {
    /** The variable with a token for the service. It is the user's alone: commands that are run for somebody do not get it. */
    public static final String TOKEN = "BERTH_TOKEN";

    public static Environment ofProcess() {
        return new Environment(Streams.ofProcess(), System.getenv(), Clock.systemUTC());
    }

    /** The value of a variable; empty if it is not set. */
    public String variable(String name) {
        return variables.getOrDefault(name, "");
    }
}
