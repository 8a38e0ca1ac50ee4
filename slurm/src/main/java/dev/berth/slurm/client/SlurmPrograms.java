package dev.berth.slurm.client;

import dev.berth.slurm.ClusterSilent;
import dev.berth.wire.program.Ending;
import dev.berth.wire.program.Program;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Slurm's programs as the service runs them: with an environment in which times are unambiguous, and within limits.
 *
 * @param environment what they get beside the service's own, such as SLURM_CONF
 * @param limit a controller that is down lets scontrol wait for 9 s
 */
record SlurmPrograms(Map<String, String> environment, Duration limit) {
    /** Some 100,000 jobs, or nodes. */
    private static final int MOST_BYTES = 64_000_000;

    SlurmPrograms {
        environment = Map.copyOf(environment);
    }

    /** Waits for its end and returns what it said, also if it failed. */
    SlurmOutput run(List<String> command) throws ClusterSilent {
        return switch (new Program(command, variables(), "", StandardCharsets.UTF_8).run(limit, MOST_BYTES)) {
            case Ending.Exited exited -> new SlurmOutput(exited.code(), exited.out(), exited.err());
            case Ending.Failed failed ->
                throw new ClusterSilent(
                        "Cannot start %s; install Slurm's client programs (Debian: slurm-client)"
                                .formatted(command.getFirst()),
                        failed.cause());
            case Ending.Late late -> throw silent(command, late(SlurmOutput.quoted(late.err())));
            case Ending.TooMuch() ->
                throw silent(command, "it printed more than %d MB".formatted(MOST_BYTES / 1_000_000));
            case Ending.Interrupted() -> throw silent(command, "interrupted");
        };
    }

    private Map<String, String> variables() {
        Map<String, String> all = new HashMap<>(System.getenv());
        // Such as a format that somebody likes for himself.
        all.keySet().removeIf(name -> name.startsWith("SQUEUE_") || name.startsWith("SCONTROL_"));
        all.putAll(environment);
        all.put("LC_ALL", "C");
        all.put("TZ", "UTC");
        all.put("SLURM_TIME_FORMAT", "%s");
        return all;
    }

    private String late(String said) {
        return "no answer within %d s%s".formatted(limit.toSeconds(), said.isEmpty() ? "" : "; it says: " + said);
    }

    /** The first words of a command are enough to know which it was. */
    private static ClusterSilent silent(List<String> command, String why) {
        return new ClusterSilent(String.join(" ", command.subList(0, Math.min(4, command.size()))) + ": " + why);
    }
}
