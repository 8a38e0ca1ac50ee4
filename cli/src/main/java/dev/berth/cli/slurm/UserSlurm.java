package dev.berth.cli.slurm;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.slurm.client.Line;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Slurm as a user sees it. Slurm itself decides what the user may do: nothing here runs with other rights. */
public final class UserSlurm {
    private final UserPrograms programs;

    private UserSlurm(UserPrograms programs) {
        this.programs = programs;
    }

    public static UserSlurm of(Environment environment) {
        return new UserSlurm(UserPrograms.of(environment));
    }

    /**
     * Checks that one can submit jobs here.
     *
     * @throws dev.berth.cli.console.BadInput if a program of Slurm is missing
     */
    public void require() {
        programs.require();
    }

    /** A variable of the environment, such as the user's own {@code SBATCH_PARTITION}; empty if it is not set. */
    public String variable(String name) {
        return programs.variables().getOrDefault(name, "");
    }

    /**
     * Submits a script.
     *
     * @param options of {@code sbatch}
     * @param variables which the job sees, beside those of this process
     * @return the number of the job
     */
    public long submit(List<String> options, String script, Map<String, String> variables) {
        List<String> words = new ArrayList<>(List.of("sbatch", "--parsable", "--export=ALL"));
        words.addAll(options);
        return number(programs.ask(words, variables, script));
    }

    /** Submits the script in a file, whose own options hold beside those given. Returns the number of the job. */
    public long submit(List<String> options, Path file) {
        List<String> words = new ArrayList<>(List.of("sbatch", "--parsable"));
        words.addAll(options);
        words.add(file.toString());
        return number(programs.ask(words));
    }

    private static long number(UserPrograms.Said said) {
        if (!said.isGood()) {
            throw new Failed("Slurm does not accept the job: " + said.trouble());
        }
        // The number, and behind it the cluster where there are several.
        return Long.parseLong(said.out().strip().split(";", 2)[0]);
    }

    /** A reservation; empty if there is none of this name that this user can see. */
    public Optional<SlurmReservation> reservation(String name) {
        UserPrograms.Said said = programs.ask(List.of("scontrol", "show", "reservation", "-o", name));
        if (said.isGood()) {
            return Optional.of(read(said, SlurmReservation::read));
        }
        if ((said.out() + said.err()).contains("not found")) {
            return Optional.empty();
        }
        throw new Failed("Slurm does not say whether it has the reservation %s: %s".formatted(name, said.trouble()));
    }

    /** The partitions that all these nodes belong to, the default one of Slurm first. */
    public List<Partition> partitions(String nodes) {
        Set<String> common = new LinkedHashSet<>();
        boolean isFirst = true;
        for (Line node : lines("node", nodes)) {
            List<String> its = node.list("Partitions");
            if (isFirst) {
                common.addAll(its);
            } else {
                common.retainAll(its);
            }
            isFirst = false;
        }
        return lines("partition").stream()
                .map(Partition::read)
                .filter(partition -> common.contains(partition.name()))
                .sorted((one, other) -> Boolean.compare(other.isDefault(), one.isDefault()))
                .toList();
    }

    /** The names of all nodes. */
    public Set<String> nodes() {
        return lines("node").stream().map(node -> node.text("NodeName")).collect(Collectors.toSet());
    }

    private List<Line> lines(String kind, String... names) {
        List<String> words = new ArrayList<>(List.of("scontrol", "show", kind, "-o"));
        words.addAll(List.of(names));
        UserPrograms.Said said = programs.ask(words);
        if (!said.isGood()) {
            throw new Failed("Slurm does not list its %ss: %s".formatted(kind, said.trouble()));
        }
        return read(said);
    }

    /** The first line of an answer; one job or reservation has no more, but for a job array. */
    private static <T> T read(UserPrograms.Said said, Function<Line, T> reader) {
        List<Line> lines = read(said);
        if (lines.isEmpty()) {
            throw new Failed("Slurm answered nothing");
        }
        try {
            return reader.apply(lines.getFirst());
        } catch (IllegalArgumentException e) {
            throw new Failed("Slurm's answer cannot be read: " + e.getMessage());
        }
    }

    private static List<Line> read(UserPrograms.Said said) {
        try {
            return said.out()
                    .lines()
                    .filter(line -> !line.isBlank())
                    .map(Line::of)
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new Failed("Slurm's answer cannot be read: " + e.getMessage());
        }
    }

    /** How a job stands; empty if Slurm has forgotten it, as it does some minutes after its end. */
    public Optional<JobState> job(long job) {
        UserPrograms.Said said = programs.ask(List.of("scontrol", "show", "job", "-o", Long.toString(job)));
        if (said.isGood()) {
            return Optional.of(read(said, JobState::read));
        }
        if (said.err().contains("Invalid job id")) {
            return Optional.empty();
        }
        throw new Failed("Slurm does not say how job %d stands: %s".formatted(job, said.trouble()));
    }

    /** The job of this user that has a comment, if it is not over. */
    public OptionalLong jobWith(String comment) {
        return numbers("%A", comment).findFirst();
    }

    /** The job arrays of this user that have a comment and are not over. */
    public List<Long> arraysWith(String comment) {
        return numbers("%F", comment).distinct().boxed().toList();
    }

    /** Which tasks of job arrays with a comment are not over. */
    public Set<Long> arrayTasks(String comment) {
        return numbers("%K", comment).boxed().collect(Collectors.toSet());
    }

    /** A number of each job of this user that has a comment; the tasks of an array one by one. */
    private LongStream numbers(String which, String comment) {
        UserPrograms.Said said =
                programs.ask(List.of("squeue", "--me", "--noheader", "--array", "--format=" + which + "|%k"));
        if (!said.isGood()) {
            throw new Failed("Slurm does not list its jobs: " + said.trouble());
        }
        return said.out()
                .lines()
                .map(line -> line.strip().split("\\|", 2))
                .filter(line -> line.length == 2 && line[1].equals(comment) && line[0].matches("[0-9]{1,18}"))
                .mapToLong(line -> Long.parseLong(line[0]));
    }

    /** Sends a signal to all processes of a job; whether there was a job that runs. */
    public boolean signal(long job, String signal) {
        return programs.ask(List.of("scancel", "--full", "--signal=" + signal, Long.toString(job)))
                .isGood();
    }

    /** Cancels a job, whether it waits or runs. */
    public void cancel(long job) {
        programs.ask(List.of("scancel", Long.toString(job)));
    }

    /** Sets when a running job ends, to the second; why not, if Slurm does not let this user. */
    public Optional<String> endAt(long job, Instant end) {
        UserPrograms.Said said =
                programs.ask(List.of("scontrol", "update", "JobId=" + job, "EndTime=uts" + end.getEpochSecond()));
        return said.isGood() ? Optional.empty() : Optional.of(said.trouble());
    }

    /** Words as a shell reads them back one by one, whatever is in them. */
    public static String quoted(List<String> words) {
        return words.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    /** A file name in which Slurm replaces nothing. */
    public static String plainFile(String name) {
        return name.replace("%", "%%");
    }
}
