package dev.berth.cli.lab;

import dev.berth.cli.console.BadInput;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Reads what {@code --trace} names. */
final class LabTrace {
    private LabTrace() {}

    /** The log of the file, if all these experiments can run one. */
    static Trace read(Path file, List<Experiment<?>> experiments) throws IOException {
        for (Experiment<?> experiment : experiments) {
            if (!experiment.takesTrace()) {
                throw new BadInput("--trace: %s takes no trace; the experiments that do are %s"
                        .formatted(
                                experiment.id(),
                                Experiments.ALL.stream()
                                        .filter(Experiment::takesTrace)
                                        .map(Experiment::id)
                                        .collect(Collectors.joining(", "))));
            }
        }
        if (!Files.isRegularFile(file)) {
            throw new BadInput("--trace: \"%s\" is not a file".formatted(file));
        }
        try {
            return Trace.read(file);
        } catch (BadTrace e) {
            throw new BadInput("--trace: " + e.getMessage());
        }
    }
}
