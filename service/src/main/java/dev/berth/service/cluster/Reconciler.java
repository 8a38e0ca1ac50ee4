package dev.berth.service.cluster;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.site.Actor;
import dev.berth.service.site.Committed;
import dev.berth.service.site.Site;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import dev.berth.service.wire.PoolJson;
import dev.berth.service.wire.ReservationName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a cluster keep what is booked, and the book know what the cluster cannot give. Each round begins with a census and compares
 * all of it with all of the book, whatever happened before: no crash of either side leaves anything to be cleared up. Without a
 * census nothing is done.
 */
public final class Reconciler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
    /** Rounds are so far apart, unless something changes in the book. */
    private static final long PAUSE_MILLIS = 5_000;

    /** Changes that come together are one round. */
    private static final long GATHER_MILLIS = 200;

    /** On what is older, nothing is done: the cluster may have changed since. */
    private static final long OLDEST_CENSUS = 10_000;

    private final Site site;
    private final Cluster cluster;
    private final UnixUsers unixUsers;
    private final SlurmSettings slurm;
    private final ReservationName names;
    private final NodeWatch nodes;
    private final Brake brake;
    private final Usage usage;
    private final Standing standing;
    private final Semaphore changes = new Semaphore(0);

    /** The ends of reservations that people made shorter while they ran: see {@link Consent}. */
    private final Map<ReservationId, Long> shortened = new ConcurrentHashMap<>();

    private final Deeds deeds;
    private final OwnerRule owners;
    private volatile boolean closed;
    private volatile ClusterStatus status;
    /** Those that have jobs, by the latest census; null before the first. */
    private volatile @Nullable Set<ReservationId> inUse;

    Reconciler(Site site, Cluster cluster, String name, UnixUsers unixUsers, SlurmSettings slurm) {
        this.site = site;
        this.cluster = cluster;
        this.unixUsers = unixUsers;
        this.slurm = slurm;
        this.names = new ReservationName(name);
        this.nodes = new NodeWatch(slurm.patience().toMillis());
        this.brake = new Brake(slurm.brake().toMillis());
        this.usage = new Usage(slurm);
        this.standing = new Standing(slurm, names);
        this.deeds = new Deeds(site);
        this.owners = new OwnerRule(
                unixUsers, slurm.checkUsers() ? Optional.of(new UnixAccounts(System::nanoTime)) : Optional.empty());
        this.status = ClusterStatus.none(slurm.mode());
        site.listen(this::remember);
    }

    /** Begins the rounds, which go on until it is closed. */
    public static Reconciler start(Site site, Cluster cluster, String name, UnixUsers unixUsers, SlurmSettings slurm) {
        Reconciler reconciler = new Reconciler(site, cluster, name, unixUsers, slurm);
        site.listen(reconciler::committed);
        site.require(reconciler.owners);
        Thread.ofPlatform().daemon().name("berth-cluster").start(reconciler::rounds);
        return reconciler;
    }

    /** How book and cluster stood after the latest round. */
    public ClusterStatus status() {
        return status;
    }

    /**
     * Whether a reservation may have jobs in the cluster, so that its nodes cannot be given to others. While the cluster is silent, the
     * latest census counts; before the first one, nothing is known.
     */
    public boolean mayBeInUse(ReservationId id) {
        @Nullable Set<ReservationId> seen = inUse;
        return seen == null
                ? site.read(view -> view.reservation(id)
                        .filter(each -> Places.of(view)
                                .pools()
                                .contains(each.placement().pool()))
                        .isPresent())
                : seen.contains(id);
    }

    /**
     * An operator says that the nodes which the brake holds are really down: what was promised on them is moved from the next round
     * on. Returns what was held.
     */
    public List<Braked> release() {
        List<Braked> released = brake.release();
        released.forEach(Deeds::sayReleased);
        changes.release();
        return released;
    }

    private void remember(Committed committed) {
        for (Event event : committed.events()) {
            switch (event) {
                case Event.Changed changed
                when isByAPerson(committed) && isShorter(changed.reservation()) ->
                    shortened.put(
                            changed.reservation().id(),
                            changed.reservation().window().end());
                case Event.Closed closed -> shortened.remove(closed.reservation());
                default -> {}
            }
        }
    }

    /** Compared with the latest round: one that began since then has nothing in the cluster that could be cut. */
    private boolean isShorter(Reservation changed) {
        return changed.isRunning()
                && status.mirrored().stream()
                        .anyMatch(before -> before.reservation().equals(changed.id())
                                && before.window().end() > changed.window().end());
    }

    private static boolean isByAPerson(Committed committed) {
        return !committed.actor().isEmpty() && !committed.actor().equals(Actor.SITE);
    }

    private void committed(Committed committed) {
        if (committed.events().stream().anyMatch(event -> !(event instanceof Event.TimeAdvanced))) {
            changes.release();
        }
    }

    private void rounds() {
        while (!closed) {
            try {
                round();
                owners.prepare(site.read(view -> view.facts(Accounts.class).all().stream()
                        .map(Account::name)
                        .toList()));
            } catch (RuntimeException e) {
                // Whatever it is, the next round begins from nothing.
                String why = "the service failed: " + e.getMessage();
                if (!status.silent().equals(Optional.of(why))) {
                    LOG.error("A round of comparing the book with the cluster failed; the next one begins anew", e);
                }
                status = standing.silent(status, why, site.clock().millis());
            }
            await();
        }
    }

    private void await() {
        try {
            Thread.sleep(GATHER_MILLIS);
            // The permit of a change that came meanwhile is there; more than one round would be too many.
            changes.tryAcquire(PAUSE_MILLIS - GATHER_MILLIS, TimeUnit.MILLISECONDS);
            changes.drainPermits();
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    /** One round, to its end. */
    void round() {
        long began = System.nanoTime();
        ClusterStatus before = status;
        Census heard;
        try {
            heard = census();
        } catch (ClusterSilent e) {
            silent(before, String.valueOf(e.getMessage()));
            return;
        }
        boolean afterSilence = before.silent().isPresent();
        if (afterSilence && before.round() > 0) {
            LOG.atInfo()
                    .addKeyValue(
                            "heard",
                            before.census()
                                    .map(Instant::ofEpochMilli)
                                    .map(Instant::toString)
                                    .orElse("never"))
                    .log("The cluster answers again");
        }
        inUse = heard.jobs().stream()
                .flatMap(job -> job.reservation().stream())
                .flatMap(name -> names.read(name).stream())
                .collect(Collectors.toUnmodifiableSet());
        Census census = heard.without(tellTheBook(heard, afterSilence));
        Desired desired = site.read(view ->
                Desired.of(view, Places.of(view), names, unixUsers, slurm.lead().toMillis()));
        Consent consent = site.read(view -> Consent.of(view, census, names, shortened));
        long now = site.clock().millis();
        Difference difference = Difference.of(desired.wanted(), census, names, consent, now);
        Map<Action, Outcome> outcomes =
                slurm.mode() == SlurmSettings.Mode.KEEP ? carryOut(census, difference) : Map.of();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        status = standing.after(
                new Standing.Round(
                        census,
                        site.read(Places::of),
                        desired,
                        difference,
                        outcomes,
                        brake.engaged(),
                        faults(census, before),
                        now,
                        took),
                before);
    }

    private void silent(ClusterStatus before, String why) {
        usage.forget();
        status = standing.silent(before, why, site.clock().millis());
        if (before.silent().isEmpty() || before.round() == 0) {
            LOG.warn("The cluster does not answer; nothing is done there until it does: {}", why);
        }
    }

    /** What the settings say and the cluster does not have. Each is logged once. */
    private List<String> faults(Census census, ClusterStatus before) {
        List<String> faults = slurm.partitions().stream()
                .filter(partition -> census.nodes().values().stream()
                        .noneMatch(node -> node.partitions().contains(partition)))
                .map(partition ->
                        "Slurm has no partition \"%s\" with nodes; correct cluster.slurm.partitions in site.yaml"
                                .formatted(partition))
                .toList();
        faults.stream().filter(fault -> !before.faults().contains(fault)).forEach(LOG::error);
        return faults;
    }

    /** A cluster without nodes is one that does not say what it has. */
    private Census census() throws ClusterSilent {
        Census census = cluster.observe();
        if (census.nodes().isEmpty()) {
            throw new ClusterSilent("it names no nodes at all");
        }
        return census;
    }

    /**
     * What the book has to know first: nodes that have come, gone or are taken, and how reservations are used. Then names nodes. Returns
     * the reservations of the cluster that were given back on the way.
     */
    private Set<String> tellTheBook(Census census, boolean afterSilence) {
        List<PoolJson.Planned> pools = ClusterPools.of(census, slurm);
        if (site.read(view -> ClusterPools.isNews(view, pools))) {
            write(transaction -> {
                ClusterPools.adopt(transaction, pools);
                return true;
            });
        }
        List<Braked> before = brake.engaged();
        site.read(view -> {
            Places places = Places.of(view);
            nodes.see(census, places.byNode().keySet(), Blocks.told(view, places), view.now());
            brake.look(Occupancy.of(view, places, census, names).failing(places, nodes), afterSilence, view.now());
            nodes.settle(brake, view.now());
            return places;
        });
        Deeds.say(before, brake.engaged());
        submit(view -> Blocks.changes(
                view, Places.of(view), census, nodes, names, slurm.lead().toMillis()));
        Usage.Findings findings = site.read(view -> usage.findings(view, census, names));
        submit(view -> findings.overlong());
        Set<String> gone = Set.of();
        if (slurm.mode() == SlurmSettings.Mode.KEEP) {
            gone = giveBack(findings.idle());
            warn(findings.pauses());
        }
        submit(this::binds);
        return gone;
    }

    /**
     * Gives back reservations in which nothing runs: first in the cluster, which refuses if a job has come since the census, and only
     * then in the book. Returns the names of those that are gone.
     */
    private Set<String> giveBack(Map<String, Command> idle) {
        Set<String> gone = new HashSet<>();
        idle.forEach((name, command) -> {
            Action delete = new Action.Delete(name, false);
            Outcome outcome = cluster.carryOut(delete);
            deeds.say(Map.of(delete, outcome));
            if (outcome instanceof Outcome.Done) {
                gone.add(name);
                submit(view -> List.of(command));
            }
        });
        return gone;
    }

    private void warn(List<Usage.Pause> pauses) {
        if (!pauses.isEmpty()) {
            write(transaction -> {
                pauses.forEach(pause -> Deeds.warn(transaction, pause));
                return true;
            });
            pauses.forEach(usage::warned);
        }
    }

    /** Only where something has to be named: a command that changes nothing would be an entry of the journal each round. */
    private List<Command> binds(View view) {
        long until = view.now() + slurm.lead().toMillis();
        List<Command> binds = new ArrayList<>();
        for (PoolId pool : Places.of(view).pools()) {
            boolean due = view.within(pool, new Window(view.now(), until + 1)).stream()
                    .anyMatch(each -> each.isWaiting() && each.window().start() <= until);
            if (due) {
                binds.add(new Command.Bind(pool, until));
            }
        }
        return binds;
    }

    /** Asks what is to be done, and does it if that is anything. The book may refuse; then the next round asks again. */
    private void submit(Function<View, List<Command>> question) {
        List<Command> commands = site.read(question);
        if (commands.isEmpty()) {
            return;
        }
        write(transaction -> {
            for (Command command : commands) {
                if (transaction.submit(command) instanceof Decision.Refused refused) {
                    Deeds.refused(command, refused.refusal());
                } else {
                    Deeds.audit(transaction, command);
                }
            }
            return true;
        });
    }

    private <T> void write(Function<Transaction, T> work) {
        try {
            site.write(Actor.SITE, work).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private Map<Action, Outcome> carryOut(Census census, Difference difference) {
        Map<Action, Outcome> outcomes = new LinkedHashMap<>();
        for (Action action : difference.actions()) {
            if (closed || site.clock().millis() - census.taken() > OLDEST_CENSUS) {
                break;
            }
            Outcome outcome = cluster.carryOut(action);
            outcomes.put(action, outcome);
            if (outcome instanceof Outcome.Unknown) {
                break;
            }
        }
        deeds.say(outcomes);
        return outcomes;
    }

    /** Lets the round that is under way finish its present step, and begins no other. */
    @Override
    public void close() {
        closed = true;
        changes.release();
    }
}
