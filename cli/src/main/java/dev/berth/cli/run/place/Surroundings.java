package dev.berth.cli.run.place;

import dev.berth.cli.console.Environment;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Environment in which a command runs.
 *
 * @param variables beside those of this process
 * @param directory where it runs; that of this process if empty
 * @param log where its output goes, which is appended; the streams of this process if empty
 */
public record Surroundings(Map<String, String> variables, Optional<Path> directory, Optional<Path> log) {
    /** Directory and streams of this process, with additional variables. */
    public static Surroundings ofThisProcess(Map<String, String> variables) {
        return new Surroundings(variables, Optional.empty(), Optional.empty());
    }

    /** The token of this process stays here: a command and all that it starts can be read by more than one, and last for longer. */
    void applyTo(ProcessBuilder builder) {
        builder.environment().remove(Environment.TOKEN);
        builder.environment().putAll(variables);
        directory.ifPresent(path -> builder.directory(path.toFile()));
        if (log.isPresent()) {
            builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(log.get().toFile()));
        } else {
            builder.inheritIO();
        }
    }
}
