package dev.berth.cli.lab;

import dev.berth.cli.console.BadInput;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.workload.gpu.GpuTrace;
import dev.berth.lab.workload.gpu.JobLogs;
import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.Trace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Reads what {@code --trace} names. */
final class LabTrace {
    private LabTrace() {}

    /**
     * The options with what the files have, if all these experiments can run it: logs of jobs, or tasks of a GPU cluster.
     *
     * @param err told of doubts about the size of the machine
     */
    static Options with(Options options, List<Path> files, List<Experiment<?>> experiments, PrintStream err)
            throws IOException {
        boolean gpu = experiments.stream().allMatch(Experiment::takesGpuTrace);
        for (Experiment<?> experiment : experiments) {
            check(experiment, gpu);
            if (files.size() > 1 && !experiment.takesSeveralTraces()) {
                throw new BadInput("--trace: %s takes one trace, not %d".formatted(experiment.id(), files.size()));
            }
        }
        if (gpu) {
            return options.withGpuTrace(read(files.getFirst(), GpuTrace::read));
        }
        List<Trace> logs = new ArrayList<>();
        for (Path file : files) {
            read(file, each -> JobLogs.doubt(each, "another MaxProcs in its header"))
                    .ifPresent(sentence -> err.println("--trace: " + sentence));
            Trace log = read(file, JobLogs::trace);
            if (logs.stream().anyMatch(other -> other.label().equals(log.label()))) {
                throw new BadInput("--trace: there are two logs of the name \"%s\"; rename one".formatted(log.label()));
            }
            logs.add(log);
        }
        return options.withTraces(logs);
    }

    @FunctionalInterface
    private interface TraceReader<T> {
        T of(Path file) throws IOException;
    }

    private static <T> T read(Path file, TraceReader<T> reader) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new BadInput("--trace: \"%s\" is not a file".formatted(file));
        }
        try {
            return reader.of(file);
        } catch (BadTrace e) {
            throw new BadInput("--trace: " + e.getMessage());
        }
    }

    private static void check(Experiment<?> experiment, boolean gpu) {
        if (!gpu && experiment.takesGpuTrace()) {
            throw new BadInput("--trace: %s takes another trace than the other experiments; run it by itself"
                    .formatted(experiment.id()));
        }
        if (!gpu && !experiment.takesTrace()) {
            throw new BadInput("--trace: %s takes no trace; the experiments that do are %s"
                    .formatted(
                            experiment.id(),
                            Experiments.ALL.stream()
                                    .filter(each -> each.takesTrace() || each.takesGpuTrace())
                                    .map(Experiment::id)
                                    .collect(Collectors.joining(", "))));
        }
    }
}
