package dev.berth.cli.slurm;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.Executables;
import dev.berth.wire.program.Ending;
import dev.berth.wire.program.Program;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Slurm's programs as a user runs them. One that hangs, as {@code scontrol} does while the controller is down, is killed after
 * a while.
 *
 * @param most bytes that a program may print
 */
record UserPrograms(Map<String, String> variables, int most) {
    private static final List<String> ALL = List.of("sbatch", "scancel", "scontrol", "squeue");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** A hundred thousand jobs in {@code squeue}. */
    private static final int MOST_BYTES = 64 << 20;

    /** Encoding of words on the command line and in calls of the system. */
    private static final Charset ENCODING = Charset.forName(
            System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name()));

    static UserPrograms of(Environment environment) {
        return new UserPrograms(environment.variables(), MOST_BYTES);
    }

    /** Exit code and output of a program. */
    record Said(int code, String out, String err) {
        boolean isGood() {
            return code == 0;
        }

        /** Error message, without the name of the program, which the user did not call. */
        String trouble() {
            return err.lines()
                    .map(line -> line.replaceFirst("^(sbatch|scancel|scontrol|squeue): ", "")
                            .replaceFirst("^error: ", "")
                            .strip())
                    .filter(line -> !line.isEmpty())
                    .reduce((earlier, later) -> earlier + "; " + later)
                    .orElse("exit code " + code);
        }
    }

    void require() {
        Executables executables = new Executables(variables.getOrDefault("PATH", ""));
        for (String program : ALL) {
            if (!executables.has(program)) {
                throw new BadInput(
                        "Slurm's program %s is not on this machine; run the command where you submit Slurm jobs, or install it (Debian: slurm-client)"
                                .formatted(program));
            }
        }
    }

    Said ask(List<String> words) {
        return ask(words, Map.of(), "");
    }

    /**
     * Runs a program to its end.
     *
     * @param more variables beside those of this process
     * @param input what it reads
     */
    Said ask(List<String> words, Map<String, String> more, String input) {
        Map<String, String> all = new HashMap<>(System.getenv());
        all.putAll(variables);
        all.putAll(more);
        // What sbatch finds around it goes to Slurm, which keeps it with the job and gives it to the nodes.
        all.remove(Environment.TOKEN);
        String program = words.getFirst();
        return switch (new Program(words, all, input, ENCODING).run(LIMIT, most)) {
            case Ending.Exited exited -> new Said(exited.code(), exited.out(), exited.err());
            case Ending.Failed failed -> throw new Failed("Cannot start Slurm's program " + program, failed.cause());
            case Ending.Late late ->
                throw new Failed(
                        "Slurm does not answer: %s took longer than %d seconds".formatted(program, LIMIT.toSeconds()));
            case Ending.TooMuch() ->
                throw new Failed("Slurm's program %s printed more than %d MB, which is too much to read"
                        .formatted(program, most >> 20));
            case Ending.Interrupted() -> throw new Failed("Interrupted");
        };
    }
}
