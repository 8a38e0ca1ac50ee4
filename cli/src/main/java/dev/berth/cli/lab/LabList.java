package dev.berth.cli.lab;

import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Experiments;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code berth lab list}. */
@Command(name = "list", description = "The experiments by their ids.")
final class LabList implements Callable<Integer> {
    private final Streams streams;

    LabList(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        for (Experiment<?> experiment : Experiments.ALL) {
            streams.out().printf(Locale.ROOT, "%-16s %s%n", experiment.id(), experiment.title());
        }
        streams.out()
                .printf(
                        Locale.ROOT,
                        "%nRun one: berth lab run %s%n",
                        Experiments.ALL.getFirst().id());
        return ExitCode.DONE;
    }
}
