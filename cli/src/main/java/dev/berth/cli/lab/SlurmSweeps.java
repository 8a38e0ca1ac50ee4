package dev.berth.cli.lab;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ShownProgress;
import dev.berth.cli.console.Signals;
import dev.berth.cli.host.ThisProgram;
import dev.berth.cli.slurm.UserSlurm;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Experiments on Slurm: all are submitted, and then waited for. A signal cancels what is left of them.
 *
 * @param words the options of the command line
 * @param threads of each task
 */
record SlurmSweeps(Environment environment, List<String> words, int threads) {
    /** Runs each part; by its name, because it stands above all commands. */
    private static final String PROGRAM = "dev.berth.cli.Berth";

    /** Runs them until all their results are kept; the number of the signal that stopped it, or 0. */
    int run(List<PreparedExperiment<?>> experiments) throws IOException, InterruptedException {
        UserSlurm slurm = UserSlurm.of(environment);
        slurm.require();
        PrintStream err = environment.streams().err();
        AtomicInteger stopped = new AtomicInteger();
        List<Signals> handlers = new ArrayList<>();
        Signals.STOPPING.forEach((name, number) -> handlers.add(Signals.on(name, () -> stopped.set(number))));
        try {
            List<SlurmSweep<?>> sweeps = new ArrayList<>();
            for (PreparedExperiment<?> experiment : experiments) {
                sweeps.add(new SlurmSweep<>(slurm, experiment, command(experiment), threads));
            }
            for (SlurmSweep<?> sweep : sweeps) {
                err.println(sweep.submit());
            }
            for (SlurmSweep<?> sweep : sweeps) {
                try (ShownProgress progress = ShownProgress.ofRuns(
                        sweep.experiment().id(), sweep.experiment().cells().size(), err)) {
                    sweep.await((done, of) -> progress.to(done), () -> stopped.get() > 0);
                }
            }
            if (stopped.get() > 0) {
                sweeps.forEach(SlurmSweep::cancel);
                err.println(
                        "Stopped, and the rest is cancelled in Slurm. Finished results are kept; run the same command to continue");
            }
            return stopped.get();
        } finally {
            handlers.forEach(Signals::close);
        }
    }

    private List<String> command(PreparedExperiment<?> experiment) {
        List<String> command = new ArrayList<>(ThisProgram.command(PROGRAM));
        command.addAll(List.of("lab", "run", experiment.name(), "--threads", Integer.toString(threads)));
        command.addAll(words);
        command.addAll(List.of("--out", experiment.out().toAbsolutePath().toString()));
        return command;
    }
}
