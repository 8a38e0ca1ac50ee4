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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
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

    /** Most commands in one action that look for the guests whom Slurm does not know; with 3 of 1,000 it takes 50. */
    private static final int MOST_TRIES = 100;

    private static final Pattern JOB = Pattern.compile("[0-9]{1,10}");
    private static final Pattern RESERVATION = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,99}");

    private final ClientPrerequisites client;
    private final SlurmPrograms programs;
    private final LongSupplier clock;
    private final boolean asksParts;
    /** Names of licences that are read, and asked for. */
    private final Set<String> licences;

    private final Strangers strangers;

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
                .asking(settings.parts())
                .withLicences(settings.licences());
    }

    Slurm(Map<String, String> environment, LongSupplier clock, Duration limit) {
        this(
                new ClientPrerequisites(environment, System::getenv),
                new SlurmPrograms(environment, limit),
                clock,
                false,
                Set.of(),
                new Strangers(clock));
    }

    /** The same, and whether each census says which parts of nodes can be reserved. */
    public Slurm asking(boolean parts) {
        return new Slurm(client, programs, clock, parts, licences, strangers);
    }

    /** The same, and the licences that it reserves and of which each census says who has them. */
    public Slurm withLicences(Collection<String> names) {
        return new Slurm(client, programs, clock, asksParts, Set.copyOf(names), strangers);
    }

    private Slurm(
            ClientPrerequisites client,
            SlurmPrograms programs,
            LongSupplier clock,
            boolean asksParts,
            Set<String> licences,
            Strangers strangers) {
        this.licences = licences;
        this.strangers = strangers;
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
        List<ClusterJob> jobs = jobs();
        List<Kept> kept =
                ask(text -> Printed.reservations(text, licences), "scontrol", "-a", "-o", "show", "reservation");
        SortedMap<String, Long> all = licences.isEmpty()
                ? Collections.emptySortedMap()
                : ask(text -> PrintedLicences.totals(text, licences), "scontrol", "-o", "show", "licenses");
        PartsHeld held = asksParts ? ask(Printed::held, "scontrol", "show", "config") : PartsHeld.UNASKED;
        return Census.of(taken, nodes, kept, jobs, held, all);
    }

    private List<ClusterJob> jobs() throws ClusterSilent {
        return ask(
                text -> Printed.jobs(text, licences),
                "squeue",
                "-h",
                "-a",
                "-o",
                licences.isEmpty() ? Printed.JOB_FORMAT : Printed.JOB_FORMAT_WITH_LICENCES);
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
        if (!wanted.licences().isEmpty()) {
            command.add(PrintedLicences.argument(wanted.licences()));
        }
        SlurmOutput reply = programs.run(command);
        if (reply.isGood()) {
            return compare(wanted, window);
        }
        ActionOutcome refusal = SlurmRefusals.of(reply, String.join(",", wanted.users()));
        if (isBecause(refusal, Why.UNKNOWN_USER) && !wanted.guests().isEmpty()) {
            // Its owner shall have the nodes even if a guest is not known, and the other guests with it.
            ActionOutcome alone = create(wanted.withoutGuests(), overJobs);
            return alone instanceof ActionOutcome.Done ? admit(wanted, window, Set.of(wanted.user())) : alone;
        }
        if (isBecause(refusal, Why.NO_LICENCES) && !wanted.licences().isEmpty()) {
            // Neither for licences.
            ActionOutcome without = create(wanted.withLicences(Collections.emptySortedMap()), overJobs);
            return without instanceof ActionOutcome.Done ? refusal : without;
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
        if (!from.licences().equals(to.licences())) {
            changes.add(PrintedLicences.argument(to.licences()));
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
            // Whoever is in it stays until the others are known, because jobs of theirs may run.
            TreeSet<String> before = new TreeSet<>(from.users());
            before.remove(to.user());
            boolean isGiven = !from.users().contains(to.user());
            ActionOutcome alone = update(
                    new Action.Update(from, isGiven ? to.withoutGuests() : to.withGuests(before), update.overJobs()));
            return alone instanceof ActionOutcome.Done
                    ? admit(to, window, isGiven ? Set.of(to.user()) : from.users())
                    : alone;
        }
        if (isBecause(refusal, Why.IN_USE)) {
            // 24.11 and later remove nobody who has a job in it, and then admits nobody either.
            SortedSet<String> working = leavingWithJobs(from, to);
            if (!working.isEmpty()) {
                TreeSet<String> guests = new TreeSet<>(to.guests());
                guests.addAll(working);
                ActionOutcome rest = update(new Action.Update(from, to.withGuests(guests), update.overJobs()));
                return rest instanceof ActionOutcome.Done
                        ? new ActionOutcome.Refused(
                                Why.IN_USE,
                                "%s may use it until their jobs in it have ended".formatted(String.join(", ", working)))
                        : rest;
            }
        }
        if (isBecause(refusal, Why.NO_LICENCES) && !from.licences().equals(to.licences())) {
            ActionOutcome without =
                    update(new Action.Update(from, to.withLicences(from.licences()), update.overJobs()));
            return without instanceof ActionOutcome.Done ? refusal : without;
        }
        return refusal;
    }

    /** Users who are to be removed from a reservation and have jobs in it. */
    private SortedSet<String> leavingWithJobs(Kept from, Wanted to) throws ClusterSilent {
        SortedSet<String> working = new TreeSet<>();
        for (ClusterJob job : jobs()) {
            if (job.reservation().equals(Optional.of(to.name()))
                    && from.users().contains(job.user())
                    && !to.users().contains(job.user())) {
                working.add(job.user());
            }
        }
        return working;
    }

    /**
     * Lets the guests of a reservation in whom Slurm knows, and finds those whom it does not: all together first, else each half of them.
     *
     * @param present who is in it already
     */
    private ActionOutcome admit(Wanted wanted, Window window, Set<String> present) throws ClusterSilent {
        SortedSet<String> known = new TreeSet<>(wanted.users());
        known.retainAll(present);
        List<String> left = new ArrayList<>(wanted.users());
        left.removeAll(present);
        Deque<List<String>> open = new ArrayDeque<>(List.of(left));
        for (int tries = MOST_TRIES; tries > 0 && !open.isEmpty(); tries--) {
            List<String> some = open.pop();
            TreeSet<String> more = new TreeSet<>(known);
            more.addAll(some);
            SlurmOutput reply = change(wanted.name(), List.of("Users=" + String.join(",", more)));
            if (reply.isGood()) {
                known = more;
                continue;
            }
            ActionOutcome refusal = SlurmRefusals.of(reply, String.join(",", some));
            if (!isBecause(refusal, Why.UNKNOWN_USER)) {
                return refusal;
            }
            if (some.isEmpty()) {
                return refusal;
            }
            if (some.size() == 1) {
                strangers.add(some.getFirst());
            } else {
                open.push(some.subList(some.size() / 2, some.size()));
                open.push(some.subList(0, some.size() / 2));
            }
        }
        // Those who were refused are not asked for again for a while: see strangers().
        TreeSet<String> guests = new TreeSet<>(known);
        guests.remove(wanted.user());
        ActionOutcome outcome = compare(wanted.withGuests(guests), window);
        return outcome instanceof ActionOutcome.Done && !open.isEmpty()
                ? new ActionOutcome.Refused(Why.UNKNOWN_USER, "it has too many guests whom Slurm does not know")
                : outcome;
    }

    @Override
    public Set<String> strangers() {
        return strangers.names();
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
        for (ClusterJob job : jobs()) {
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
        if (!kept.licences().equals(wanted.licences())) {
            differences.add("licences %s instead of %s".formatted(kept.licences(), wanted.licences()));
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
            return Printed.reservations(reply.out(), licences).stream().findFirst();
        } catch (IllegalArgumentException e) {
            throw new ClusterSilent("scontrol show reservation: " + e.getMessage(), e);
        }
    }

    private long now() {
        return clock.getAsLong();
    }
}
