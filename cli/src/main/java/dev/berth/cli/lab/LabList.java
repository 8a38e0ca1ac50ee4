package dev.berth.cli.lab;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.OpenParameter;
import java.util.Locale;

/** {@code berth lab list}. */
final class LabList implements ShellCommand {
    private final Streams streams;

    private boolean choices;

    LabList(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Lists the experiments.");
        syntax.flag(
                "--choices",
                "Also list what each paper leaves open; berth lab run --set NAME=VALUE makes such a choice",
                () -> choices = true);
    }

    @Override
    public int run() {
        for (Experiment<?> experiment : Experiments.ALL) {
            streams.out().printf(Locale.ROOT, "%-16s %s%n", experiment.id(), experiment.title());
            if (choices) {
                experiment.parameters().forEach(this::show);
            }
        }
        streams.out()
                .printf(
                        Locale.ROOT,
                        "%nRun one: berth lab run %s%nA class on BERTH_CLASS_PATH is an experiment of your own: berth lab run org.example.MyExperiment%n",
                        Experiments.ALL.getFirst().id());
        return ExitCode.DONE;
    }

    private void show(OpenParameter parameter) {
        streams.out()
                .printf(
                        Locale.ROOT,
                        "  %s=%s  %s%n",
                        parameter.name(),
                        String.join("|", parameter.values()),
                        parameter.about());
    }
}
