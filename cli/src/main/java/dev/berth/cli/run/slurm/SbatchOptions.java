package dev.berth.cli.run.slurm;

import dev.berth.cli.console.Failed;
import dev.berth.cli.run.place.Launch;
import dev.berth.cli.slurm.Partition;
import dev.berth.cli.slurm.SlurmReservation;
import dev.berth.cli.slurm.UserSlurm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Options of {@code sbatch} for a command: all nodes of its reservation, each of them whole.
 *
 * @param reservation its name in Slurm
 */
record SbatchOptions(UserSlurm slurm, Launch launch, JobFiles files, String reservation) {
    /** How long it may take from here until the job starts. */
    private static final Duration START = Duration.ofSeconds(3);

    /**
     * Arguments of {@code sbatch} for these options.
     *
     * @param left until its time is over
     */
    List<String> in(SlurmReservation there, Duration left) {
        Path directory = launch.surroundings().directory().orElse(Path.of(""));
        Path output = launch.surroundings().log().orElse(files.output());
        Path error = launch.surroundings().log().orElse(files.error());
        List<String> options = new ArrayList<>(List.of(
                "--reservation=" + reservation,
                "--nodes=" + there.nodeCount(),
                "--exclusive",
                "--mem=0",
                "--no-requeue",
                "--job-name=berth-" + launch.reservation(),
                "--comment=" + SlurmPlace.comment(launch.mark()),
                "--chdir=" + directory.toAbsolutePath(),
                "--input=/dev/null",
                "--output=" + UserSlurm.plainFile(output.toAbsolutePath().toString()),
                "--error=" + UserSlurm.plainFile(error.toAbsolutePath().toString()),
                "--open-mode=append"));
        options.addAll(limits(there, left));
        return options;
    }

    /**
     * The partition and the longest time. Nobody but an operator may give a job more time once it runs. So a job that may get
     * more has all that its partition gives from the start: then the end of the reservation is its end, wherever that moves.
     *
     * <p>Slurm starts no job that could run into the next reservation of a node. The least time lets it shorten one, to the whole
     * minutes before the end.
     */
    private List<String> limits(SlurmReservation there, Duration left) {
        String chosen = there.partition().isEmpty() ? slurm.variable("SBATCH_PARTITION") : there.partition();
        List<Partition> common = slurm.partitions(there.nodes());
        Partition partition = common.stream()
                .filter(each -> chosen.isEmpty() || each.name().equals(chosen))
                .findFirst()
                .orElseThrow(() -> new Failed("Nodes %s of the Slurm reservation %s are not all in %s"
                        .formatted(
                                there.nodes(),
                                reservation,
                                chosen.isEmpty() ? "one partition" : "partition " + chosen)));
        long minutes = Math.max(1, left.plusSeconds(59).toMinutes());
        return List.of(
                "--partition=" + partition.name(),
                "--time-min=" + Math.max(1, left.minus(START).toMinutes()),
                "--time=" + (launch.mayGetMore() ? partition.longest() : Long.toString(minutes)));
    }
}
