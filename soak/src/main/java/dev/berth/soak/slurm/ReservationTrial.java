package dev.berth.soak.slurm;

import dev.berth.sandbox.ProgramOutput;
import dev.berth.sandbox.Sandbox;
import dev.berth.sandbox.SandboxShape;
import dev.berth.sandbox.SlurmRoot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Trial of what a version of Slurm keeps of a reservation, on real daemons: 8 nodes of 8 cards (in name only), 16 cores and 64 GB, and 20 licences.
 * Prints a line for each trial: the arguments, and what Slurm shows of the reservation afterwards, or why it refuses. For some reservations it
 * also tries what jobs inside and outside get. The tables in docs/slurm.md are made of it.
 *
 * <pre>{@code tools/slurm-trial [ROOT]}</pre>
 */
final class ReservationTrial {
    private static final String NAME = "trial";

    /** Users whom every Debian has; the first is in the reservations, the last is not. */
    private static final List<String> INSIDE = List.of("daemon", "bin");

    private static final String OUTSIDE = "games";

    private static final Pattern SHOWN = Pattern.compile(
            "\\b(Nodes|NodeCnt|CoreCnt|PartitionName|Flags|TRES|TRESPerNode|Users|Groups|Accounts|Licenses|State)=(\\S*)");

    /** Reservations of cards. */
    private static final List<String> CARDS = List.of(
            "Nodes=g1 TRES=gres/gpu=2",
            "Nodes=g1 TRES=gres/gpu:a100=2",
            "Nodes=g1 TRES=cpu=4,gres/gpu=2",
            "Nodes=g1 TRES=cpu=4,gres/gpu:a100=2",
            "Nodes=g1 TRES=cpu=4,mem=16000,gres/gpu=2",
            "Nodes=g1,g2 TRES=cpu=8,gres/gpu=4",
            "NodeCnt=1 PartitionName=gpu TRES=gres/gpu=2",
            "Nodes=g1 TRESPerNode=gres/gpu=2",
            "Nodes=g1 TRESPerNode=gres/gpu:a100=2",
            "Nodes=g1,g2 TRESPerNode=gres/gpu=2",
            "Nodes=g1,g2 TRESPerNode=cpu=4,gres/gpu=2",
            "Nodes=g1 CoreCnt=4 TRESPerNode=gres/gpu:a100=2");

    /** Long enough for the scheduler, which looks every second. */
    private static final Duration JOB = Duration.ofSeconds(6);

    private final Sandbox slurm;

    private ReservationTrial(Sandbox slurm) {
        this.slurm = slurm;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Optional<SlurmRoot> root =
                arguments.length == 0 ? Optional.empty() : Optional.of(new SlurmRoot(Path.of(arguments[0])));
        SandboxShape shape =
                SandboxShape.of(8).withCards(8).withLicences("matlab:20").withAccounting();
        try (Sandbox slurm = start(shape.withCoresOfCards(), root)) {
            System.out.println("# Slurm " + slurm.version());
            ReservationTrial trial = new ReservationTrial(slurm);
            trial.creations();
            trial.changes();
            trial.neighbours();
            trial.jobs();
        }
        try (Sandbox slurm = start(shape, root)) {
            System.out.println("\n## Cards that belong to no cores");
            CARDS.forEach(each -> new ReservationTrial(slurm).tryOut(each + " Users=" + INSIDE.getFirst()));
        }
    }

    private static Sandbox start(SandboxShape shape, Optional<SlurmRoot> root) {
        Sandbox slurm = Sandbox.start(shape, root);
        slurm.run("sacctmgr", "-i", "add", "account", "lab").orThrow();
        for (String user : List.of("root", "daemon", "bin", "games")) {
            slurm.run("sacctmgr", "-i", "add", "user", user, "account=lab").orThrow();
        }
        return slurm;
    }

    // What is kept.

    private void creations() {
        System.out.println("\n## Creations");
        String users = "Users=" + INSIDE.getFirst();
        for (String each : List.of(
                "Nodes=g1",
                "NodeCnt=2 PartitionName=gpu",
                "Nodes=g1 CoreCnt=4",
                "Nodes=g1,g2 CoreCnt=4,2",
                "NodeCnt=1 CoreCnt=4 PartitionName=gpu",
                "CoreCnt=4 PartitionName=gpu",
                "Nodes=g1 TRES=cpu=4",
                "TRES=cpu=4 PartitionName=gpu",
                "TRES=node=2 PartitionName=gpu",
                "Nodes=g1 TRES=mem=16000",
                "TRES=mem=16000 PartitionName=gpu",
                "Nodes=g1 Licenses=matlab:5",
                "Nodes=g1 TRES=license/matlab=5",
                "Licenses=matlab:5",
                "Licenses=matlab:5 Flags=ANY_NODES",
                "Licenses=matlab:5 NodeCnt=0",
                "Nodes=g1 Licenses=matlab:25",
                "Nodes=g1 Licenses=comsol:1")) {
            tryOut(each + " " + users);
        }
        CARDS.forEach(each -> tryOut(each + " " + users));
        for (String each : List.of(
                "Nodes=g1 Users=" + String.join(",", INSIDE),
                "Nodes=g1 Users=" + INSIDE.getFirst() + ",nobodysuch",
                "Nodes=g1 Accounts=lab",
                "Nodes=g1 Accounts=lab " + users,
                "Nodes=g1 Groups=daemon",
                "Nodes=g1")) {
            tryOut(each);
        }
        for (String flag : List.of(
                "MAGNETIC",
                "FLEX",
                "FLEX,MAGNETIC",
                "IGNORE_JOBS",
                "NO_HOLD_JOBS_AFTER",
                "PURGE_COMP",
                "SPEC_NODES",
                "USER_DELETE",
                "FORCE_START")) {
            tryOut("Nodes=g1 " + users + " Flags=" + flag);
            tryOut("Nodes=g1 CoreCnt=4 " + users + " Flags=" + flag);
        }
    }

    private void tryOut(String arguments) {
        if (isMade(NAME, "now+1hour", arguments)) {
            slurm.run("scontrol", "delete", "ReservationName=" + NAME);
        }
    }

    private boolean isMade(String name, String start, String arguments) {
        List<String> command = new ArrayList<>(List.of(
                "scontrol", "create", "reservation", "ReservationName=" + name, "StartTime=" + start, "Duration=60"));
        command.addAll(List.of(arguments.split(" ")));
        return said(arguments, name, slurm.run(command.toArray(String[]::new)));
    }

    private boolean said(String what, String name, ProgramOutput output) {
        boolean isGood = output.code() == 0;
        System.out.printf("%s | %s%n", what, isGood ? "kept: " + shown(name) : "refused: " + refusal(output));
        return isGood;
    }

    private static String refusal(ProgramOutput output) {
        return (output.err() + " " + output.out()).strip().replaceAll("\\s+", " ");
    }

    private String shown(String name) {
        String line = slurm.run("scontrol", "-o", "show", "reservation", name).out();
        List<String> shown = new ArrayList<>();
        Matcher fields = SHOWN.matcher(line);
        while (fields.find()) {
            if (!fields.group(2).isEmpty() && !fields.group(2).equals("(null)")) {
                shown.add(fields.group());
            }
        }
        Matcher cores = Pattern.compile("NodeName=\\S+ CoreIDs=\\S+").matcher(line);
        while (cores.find()) {
            shown.add("[" + cores.group() + "]");
        }
        return String.join(" ", shown);
    }

    // Changes of one that stands, before its start and while it is active.

    private void changes() {
        for (String start : List.of("now+1hour", "now")) {
            System.out.println("\n## Changes, StartTime=" + start);
            for (String made : List.of(
                    "Nodes=g1", "Nodes=g1 CoreCnt=4", "Nodes=g1 TRES=cpu=4,gres/gpu=2", "Nodes=g1 Licenses=matlab:5")) {
                String arguments = made + " Users=" + INSIDE.getFirst();
                for (String change : List.of(
                        "Users=" + String.join(",", INSIDE),
                        "Users+=" + INSIDE.getLast(),
                        "Accounts=lab",
                        "CoreCnt=8",
                        "TRES=cpu=8",
                        "TRES=gres/gpu=4",
                        "TRES=cpu=8,gres/gpu=4",
                        "Licenses=matlab:7",
                        "Licenses=",
                        "Nodes=g2",
                        "Nodes=g1,g2",
                        "Duration=120",
                        "Flags+=MAGNETIC")) {
                    if (!isMadeSilently(start, arguments)) {
                        System.out.println(made + " cannot be made");
                        break;
                    }
                    List<String> command = new ArrayList<>(List.of("scontrol", "update", "ReservationName=" + NAME));
                    command.addAll(List.of(change.split(" ")));
                    said(made + " -> " + change, NAME, slurm.run(command.toArray(String[]::new)));
                    slurm.run("scontrol", "delete", "ReservationName=" + NAME);
                }
            }
        }
    }

    private boolean isMadeSilently(String start, String arguments) {
        List<String> command = new ArrayList<>(List.of(
                "scontrol", "create", "reservation", "ReservationName=" + NAME, "StartTime=" + start, "Duration=60"));
        command.addAll(List.of(arguments.split(" ")));
        return slurm.run(command.toArray(String[]::new)).code() == 0;
    }

    // Several on one node.

    private void neighbours() {
        System.out.println("\n## Several reservations of one node");
        for (String form : List.of(
                "Nodes=g1 CoreCnt=%1$d",
                "Nodes=g1 TRESPerNode=gres/gpu=%2$d", "Nodes=g1 TRES=cpu=%1$d,gres/gpu=%2$d")) {
            List<Integer> cards = List.of(4, 2, 2, 1);
            for (int i = 0; i < cards.size(); i++) {
                isMade(
                        NAME + i,
                        "now+1hour",
                        form.formatted(2 * cards.get(i), cards.get(i)) + " Users=" + INSIDE.getFirst());
            }
            for (int i = 0; i < cards.size(); i++) {
                slurm.run("scontrol", "delete", "ReservationName=" + NAME + i);
            }
        }
    }

    // What jobs get.

    private void jobs() throws InterruptedException {
        for (String made : List.of(
                "Nodes=g1 CoreCnt=4 Flags=MAGNETIC",
                "Nodes=g1 TRES=cpu=4,gres/gpu=2 Flags=MAGNETIC",
                "Nodes=g1 TRES=cpu=4,gres/gpu:a100=2 Flags=MAGNETIC",
                "Nodes=g1 Licenses=matlab:15 Flags=MAGNETIC")) {
            System.out.println("\n## Jobs beside " + made);
            if (!isMade(NAME, "now", made + " Users=" + String.join(",", INSIDE))) {
                continue;
            }
            String in = "--reservation=" + NAME;
            for (String options : List.of(
                    "-n4",
                    "-n5",
                    "-n1 --gres=gpu:2",
                    "-n1 --gres=gpu:a100:2",
                    "-n1 --gres=gpu:3",
                    "-n1 --mem=60000",
                    "-n1 -L matlab:15",
                    "-n1 -L matlab:16")) {
                job(INSIDE.getFirst(), in + " " + options);
            }
            job(INSIDE.getLast(), "-n1 -w g1");
            job(INSIDE.getLast(), "-n1");
            job(OUTSIDE, in + " -n1");
            for (String options : List.of(
                    "-n12",
                    "-n13",
                    "-n1 --gres=gpu:6",
                    "-n1 --gres=gpu:7",
                    "-n1 --gres=gpu:8",
                    "-n1 --mem=62000",
                    "--exclusive")) {
                job(OUTSIDE, "-w g1 " + options);
            }
            for (String options : List.of("-n1 -L matlab:5", "-n1 -L matlab:6")) {
                job(OUTSIDE, "-w g2 " + options);
            }
            slurm.run("scontrol", "delete", "ReservationName=" + NAME);
        }
    }

    private void job(String user, String options) throws InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("sbatch", "--parsable", "--uid=" + user, "--output=/dev/null", "--chdir=/tmp", "--time=5"));
        if (!options.contains("--mem")) {
            command.add("--mem=100");
        }
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of("--wrap", "sleep 60"));
        ProgramOutput output = slurm.run(command.toArray(String[]::new));
        String who = INSIDE.contains(user) ? "inside" : "outside";
        if (output.code() != 0) {
            System.out.printf("%s %s | refused: %s%n", who, options, refusal(output));
            return;
        }
        String id = output.out().strip().split(";", 2)[0];
        String state = "";
        long until = System.nanoTime() + JOB.toNanos();
        while (System.nanoTime() < until && !state.startsWith("RUNNING")) {
            Thread.sleep(200);
            state = slurm.run("squeue", "-h", "-j", id, "-o", "%T %r %N %v")
                    .out()
                    .strip();
        }
        System.out.printf("%s %s | %s%n", who, options, state);
        slurm.run("scancel", id);
        slurm.await("no jobs", () -> slurm.run("squeue", "-h").out().isBlank());
    }
}
