package dev.berth.slurm.client;

import dev.berth.engine.model.Window;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.slurm.Action;
import dev.berth.slurm.ActionOutcome;
import dev.berth.slurm.ActionOutcome.Why;
import dev.berth.slurm.Census;
import dev.berth.slurm.Cluster;
import dev.berth.slurm.ClusterJob;
import dev.berth.slurm.ClusterNode;
import dev.berth.slurm.ClusterSilent;
import dev.berth.slurm.Kept;
import dev.berth.slurm.PartsHeld;
import dev.berth.slurm.SlurmSettings;
import dev.berth.slurm.Wanted;
import dev.berth.wire.NodeRanges;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A Slurm of 22.05 or newer, whose {@code scontrol} and {@code squeue} are on the PATH.
 *
 * <p>What Slurm does otherwise than one thinks, and what follows from it here:
 *
 * <ul>
 *   <li>{@code NodeCnt} is granted short without a word: nodes are always named, and every answer is read back.
 *   <li>{@code Duration=0} is for ever, and times are read in the zone of whoever asks: both ends are given, in seconds since
 *       the epoch.
 *   <li>{@code MAINT} and {@code OVERLAP} skip the check for overlaps, {@code PURGE_COMP} lets a reservation vanish while it is
 *       wanted: none of them is used.
 *   <li>A job that may go on beyond the start makes its node busy, even if the reservation it is in ends before and the job
 *       with it: then, and only then, {@code IGNORE_JOBS} is asked for.
 *   <li>A reservation that has begun gives its nodes away under its jobs when it is asked to: it is never asked.
 *   <li>Parts of nodes are given for each node, with cores always, and cannot be changed; memory would be taken without a word and not kept.
 *   <li>{@code Users=} takes a list: a name is checked before it becomes an argument, because a comma would let others in.
 * </ul>
 */
public final class Slurm implements Cluster {
    /** A dead controller lets scontrol try for 9 s. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Pattern JOB = Pattern.compile("[0-9]{1,10}");
    private static final Pattern RESERVATION = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,99}");

    private final ClientPrerequisites client;
    private final SlurmPrograms programs;
    private final LongSupplier clock;
    private final boolean asksParts;

    /**
     * @param environment what Slurm's programs need beside the service's own, such as SLURM_CONF
     * @param clock the time in milliseconds since the epoch
     */
    public Slurm(Map<String, String> environment, LongSupplier clock) {
        this(environment, clock, LIMIT);
    }

    /** The Slurm that the settings of a site name. */
    public static Slurm of(SlurmSettings settings, LongSupplier clock) {
        return new Slurm(
                        settings.config()
                                .map(file -> Map.of(
                                        "SLURM_CONF", file.toAbsolutePath().toString()))
                                .orElse(Map.of()),
                        clock)
                .asking(settings.parts());
    }

    Slurm(Map<String, String> environment, LongSupplier clock, Duration limit) {
        this(new ClientPrerequisites(environment, System::getenv), new SlurmPrograms(environment, limit), clock, false);
    }

    /** The same, and whether each census says which parts of nodes can be reserved. */
    public Slurm asking(boolean parts) {
        return new Slurm(client, programs, clock, parts);
    }

    private Slurm(ClientPrerequisites client, SlurmPrograms programs, LongSupplier clock, boolean asksParts) {
        this.client = client;
        this.programs = programs;
        this.clock = clock;
        this.asksParts = asksParts;
    }

    @Override
    public Census observe() throws ClusterSilent {
        client.require();
        try {
            return census();
        } catch (ClusterSilent e) {
            throw client.explained(e);
        }
    }

    private Census census() throws ClusterSilent {
        long taken = clock.getAsLong();
        // Reservations last: what a job or a node is in is then not older than the job.
        List<ClusterNode> nodes = ask(Printed::nodes, "scontrol", "-a", "-o", "show", "node");
        if (nodes.isEmpty()) {
            throw new ClusterSilent("scontrol show node: the cluster has no nodes");
        }
        List<ClusterJob> jobs = ask(Printed::jobs, "squeue", "-h", "-a", "-o", Printed.JOB_FORMAT);
        List<Kept> kept = ask(Printed::reservations, "scontrol", "-a", "-o", "show", "reservation");
        PartsHeld held = asksParts ? ask(Printed::held, "scontrol", "show", "config") : PartsHeld.UNASKED;
        return Census.of(taken, nodes, kept, jobs, held);
    }

    private <T> T ask(Function<String, T> reader, String... command) throws ClusterSilent {
        SlurmOutput reply = programs.run(List.of(command));
        String asked = command[0] + (command[0].equals("scontrol") ? " show " + command[command.length - 1] : "");
        if (!reply.isGood()) {
            throw SlurmRefusals.silent(asked, reply);
        }
        try {
            return reader.apply(reply.out());
        } catch (IllegalArgumentException e) {
            throw new ClusterSilent(asked + ": " + e.getMessage(), e);
        }
    }

    @Override
    public ActionOutcome carryOut(Action action) {
        if (!RESERVATION.matcher(action.name()).matches()) {
            return new ActionOutcome.Refused(Why.OTHER, "not a name of a reservation: " + Line.cut(action.name()));
        }
        try {
            client.require();
            return switch (action) {
                case Action.Create create -> create(create.wanted(), create.overJobs());
                case Action.Update update -> update(update);
                case Action.Delete delete -> delete.awaited() ? delete(delete.name()) : tryDelete(delete.name());
                case Action.End end -> end(end.name(), end.at());
            };
        } catch (ClusterSilent e) {
            return new ActionOutcome.Unknown(String.valueOf(e.getMessage()));
        }
    }

    private ActionOutcome create(Wanted wanted, boolean overJobs) throws ClusterSilent {
        Optional<ActionOutcome> wrong = wrong(wanted);
        if (wrong.isPresent()) {
            return wrong.get();
        }
        // A start that has passed by now is refused.
        Window window = wanted.window().from(Math.min(now(), wanted.window().end() - 1000));
        List<String> command = new ArrayList<>(List.of(
                "scontrol",
                "create",
                "reservation",
                "ReservationName=" + wanted.name(),
                "Nodes=" + NodeRanges.folded(wanted.nodes()),
                "StartTime=" + SlurmTimes.argument(window.start()),
                "EndTime=" + SlurmTimes.argument(window.end()),
                "Users=" + String.join(",", wanted.users()),
                overJobs ? "Flags=MAGNETIC,IGNORE_JOBS" : "Flags=MAGNETIC"));
        if (!wanted.parts().isEmpty()) {
            // Of all nodes together they would be shared out unevenly.
            command.add("TRESPerNode=" + words(wanted.parts()));
        }
        SlurmOutput reply = programs.run(command);
        if (reply.isGood()) {
            return compare(wanted, window);
        }
        ActionOutcome refusal = SlurmRefusals.of(reply, String.join(",", wanted.users()));
        if (isBecause(refusal, Why.UNKNOWN_USER) && !wanted.guests().isEmpty()) {
            // Its owner shall have the nodes even if a guest is not known.
            ActionOutcome alone = create(wanted.withoutGuests(), overJobs);
            return alone instanceof ActionOutcome.Done ? refusal : alone;
        }
        // Slurm looks at nodes before it looks at names: what is in the way may be the reservation itself.
        if ((isBecause(refusal, Why.OVERLAP) || isBecause(refusal, Why.EXISTS))
                && find(wanted.name()).isPresent()) {
            // To make it twice does no harm: the answer to the first time may have been lost.
            return compare(wanted, window) instanceof ActionOutcome.Done done
                    ? done
                    : new ActionOutcome.Refused(Why.EXISTS, "there is another " + wanted.name());
        }
        return refusal;
    }

    private ActionOutcome update(Action.Update update) throws ClusterSilent {
        Kept from = update.from();
        Wanted to = update.to();
        Optional<ActionOutcome> wrong = wrong(to);
        if (wrong.isPresent()) {
            return wrong.get();
        }
        if (!from.parts().equals(to.parts())
                || (!to.parts().isEmpty() && !from.nodes().equals(to.nodes()))) {
            return new ActionOutcome.Refused(
                    Why.OTHER, "%s has parts of nodes, which Slurm does not change".formatted(to.name()));
        }
        boolean begun = from.window().start() <= now();
        List<String> changes = new ArrayList<>();
        if (!from.nodes().equals(to.nodes())) {
            if (begun) {
                return new ActionOutcome.Refused(
                        Why.OTHER, "%s has begun: its nodes are not changed under its jobs".formatted(to.name()));
            }
            changes.add("Nodes=" + NodeRanges.folded(to.nodes()));
        }
        Window window = new Window(
                begun
                        ? from.window().start()
                        : Math.max(
                                to.window().start(), Math.min(now(), to.window().end() - 1000)),
                to.window().end());
        if (window.start() != from.window().start()) {
            changes.add("StartTime=" + SlurmTimes.argument(window.start()));
        }
        if (window.end() != from.window().end()) {
            changes.add("EndTime=" + SlurmTimes.argument(window.end()));
        }
        if (!from.users().equals(to.users())) {
            changes.add("Users=" + String.join(",", to.users()));
        }
        List<String> flags = new ArrayList<>();
        if (!from.magnetic()) {
            flags.add("MAGNETIC");
        }
        if (update.overJobs()) {
            flags.add("IGNORE_JOBS");
        }
        if (!flags.isEmpty()) {
            changes.add("Flags+=" + String.join(",", flags));
        }
        if (changes.isEmpty()) {
            return compare(to, window);
        }
        SlurmOutput reply = change(to.name(), changes);
        if (reply.isGood()) {
            return compare(to, window);
        }
        ActionOutcome refusal = SlurmRefusals.of(reply, String.join(",", to.users()));
        if (isBecause(refusal, Why.UNKNOWN_USER) && !to.guests().isEmpty()) {
            ActionOutcome alone = update(new Action.Update(from, to.withoutGuests(), update.overJobs()));
            return alone instanceof ActionOutcome.Done ? refusal : alone;
        }
        return refusal;
    }

    private SlurmOutput change(String name, List<String> changes) throws ClusterSilent {
        List<String> command = new ArrayList<>(List.of("scontrol", "update", "ReservationName=" + name));
        command.addAll(changes);
        return programs.run(command);
    }

    private ActionOutcome delete(String name) throws ClusterSilent {
        ActionOutcome first = tryDelete(name);
        if (!isBecause(first, Why.IN_USE)) {
            return first;
        }
        // Jobs that only wait for it keep it as well. Without it they wait like any other job.
        for (ClusterJob job : ask(Printed::jobs, "squeue", "-h", "-a", "-o", Printed.JOB_FORMAT)) {
            if (!job.isRunning()
                    && job.reservation().equals(Optional.of(name))
                    && JOB.matcher(job.id()).matches()) {
                programs.run(List.of("scontrol", "update", "JobId=" + job.id(), "ReservationName="));
            }
        }
        return tryDelete(name);
    }

    private ActionOutcome tryDelete(String name) throws ClusterSilent {
        SlurmOutput reply = programs.run(List.of("scontrol", "delete", "ReservationName=" + name));
        if (reply.isGood()) {
            return new ActionOutcome.Done();
        }
        ActionOutcome refusal = SlurmRefusals.of(reply, "");
        return isBecause(refusal, Why.GONE) ? new ActionOutcome.Done() : refusal;
    }

    private ActionOutcome end(String name, long at) throws ClusterSilent {
        SlurmOutput reply = change(name, List.of("EndTime=" + SlurmTimes.argument(at)));
        if (!reply.isGood()) {
            return SlurmRefusals.of(reply, "");
        }
        Optional<Kept> kept = find(name);
        // Slurm removes what has ended, so that it may be gone by now.
        return kept.isEmpty()
                        || kept.get().window().end() / 1000
                                <= Math.max(at, kept.get().window().start() + 1000) / 1000
                ? new ActionOutcome.Done()
                : new ActionOutcome.Refused(
                        Why.SHORT,
                        "its end is still "
                                + SlurmTimes.argument(kept.get().window().end()));
    }

    private static String words(Map<String, Long> parts) {
        return parts.isEmpty()
                ? "whole nodes"
                : parts.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(","));
    }

    private static boolean isBecause(ActionOutcome outcome, Why why) {
        return outcome instanceof ActionOutcome.Refused refused && refused.why() == why;
    }

    private static Optional<ActionOutcome> wrong(Wanted wanted) {
        for (String user : wanted.users()) {
            if (!UnixUsers.isOne(user)) {
                return Optional.of(new ActionOutcome.Refused(
                        Why.UNKNOWN_USER, "not the name of a Unix user: \"%s\"".formatted(Line.cut(user))));
            }
        }
        if (wanted.nodes().isEmpty() || !wanted.nodes().stream().allMatch(Hostlist::isName)) {
            return Optional.of(new ActionOutcome.Refused(
                    Why.UNKNOWN_NODE,
                    "not names of nodes: " + Line.cut(wanted.nodes().toString())));
        }
        return Optional.empty();
    }

    /** Slurm says yes to what it grants in part: only what it shows afterwards counts. */
    private ActionOutcome compare(Wanted wanted, Window window) throws ClusterSilent {
        Optional<Kept> found = find(wanted.name());
        if (found.isEmpty()) {
            return new ActionOutcome.Refused(Why.GONE, "it was granted, and is not there");
        }
        Kept kept = found.get();
        List<String> differences = new ArrayList<>();
        if (!kept.nodes().equals(wanted.nodes())) {
            differences.add("nodes %s instead of %s"
                    .formatted(NodeRanges.folded(kept.nodes()), NodeRanges.folded(wanted.nodes())));
        }
        if (!kept.parts().equals(wanted.parts())) {
            differences.add("parts %s instead of %s".formatted(words(kept.parts()), words(wanted.parts())));
        }
        if (!isRight(kept.window(), wanted.window(), window)) {
            differences.add("other times");
        }
        if (!kept.users().equals(wanted.users())) {
            differences.add("users %s instead of %s"
                    .formatted(String.join(",", new TreeSet<>(kept.users())), String.join(",", wanted.users())));
        }
        if (!kept.magnetic()) {
            differences.add("not magnetic");
        }
        return differences.isEmpty()
                ? new ActionOutcome.Done()
                : new ActionOutcome.Refused(Why.SHORT, "granted with " + String.join(", ", differences));
    }

    /** Whoever was late, now or the time before, may have asked for any start since the one that is wanted. */
    private static boolean isRight(Window kept, Window wanted, Window asked) {
        long start = kept.start() / 1000;
        boolean late = wanted.start() / 1000 <= start && start <= asked.start() / 1000;
        return (late || start == asked.start() / 1000) && kept.end() / 1000 == asked.end() / 1000;
    }

    private Optional<Kept> find(String name) throws ClusterSilent {
        SlurmOutput reply = programs.run(List.of("scontrol", "-a", "-o", "show", "reservation", name));
        if (!reply.isGood() && reply.words().endsWith("not found")) {
            return Optional.empty();
        }
        if (!reply.isGood()) {
            throw SlurmRefusals.silent("scontrol show reservation", reply);
        }
        try {
            return Printed.reservations(reply.out()).stream().findFirst();
        } catch (IllegalArgumentException e) {
            throw new ClusterSilent("scontrol show reservation: " + e.getMessage(), e);
        }
    }

    private long now() {
        return clock.getAsLong();
    }
}
