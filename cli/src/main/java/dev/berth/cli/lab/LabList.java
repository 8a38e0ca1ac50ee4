package dev.berth.cli.lab;

import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Experiments;
import java.util.Locale;

/** {@code berth lab list}. */
final class LabList implements Command {
    private final Streams streams;

    LabList(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Lists the experiments.");
    }

    @Override
    public int run() {
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
