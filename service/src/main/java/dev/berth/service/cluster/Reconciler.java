package dev.berth.service.cluster;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.account.AuditLog;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.settings.SlurmSettings;
import dev.berth.service.site.Committed;
import dev.berth.service.site.Site;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import dev.berth.service.wire.PoolJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
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
    private static final String ACTOR = "site";

    /** Rounds are so far apart, unless something changes in the book. */
    private static final long PAUSE_MILLIS = 5_000;

    /** Changes that come together are one round. */
    private static final long GATHER_MILLIS = 200;

    /** On what is older, nothing is done: the cluster may have changed since. */
    private static final long OLDEST_CENSUS = 10_000;

    private final Site site;
    private final Cluster cluster;
    private final SiteSettings settings;
    private final SlurmSettings slurm;
    private final ReservationName names;
    private final NodeWatch nodes;
    private final Usage usage;
    private final Standing standing;
    private final Semaphore changes = new Semaphore(0);
    private volatile boolean closed;
    private volatile ClusterStatus status;
    /** Those that have jobs, by the latest census; null before the first. */
    private volatile @Nullable Set<ReservationId> inUse;

    Reconciler(Site site, Cluster cluster, SiteSettings settings, SlurmSettings slurm) {
        this.site = site;
        this.cluster = cluster;
        this.settings = settings;
        this.slurm = slurm;
        this.names = new ReservationName(settings.name());
        this.nodes = new NodeWatch(slurm.patience().toMillis());
        this.usage = new Usage(slurm);
        this.standing = new Standing(slurm, names);
        this.status = ClusterStatus.none(slurm.mode());
    }

    /** Begins the rounds, which go on until it is closed. */
    public static Reconciler start(Site site, Cluster cluster, SiteSettings settings, SlurmSettings slurm) {
        Reconciler reconciler = new Reconciler(site, cluster, settings, slurm);
        site.listen(reconciler::committed);
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

    private void committed(Committed committed) {
        if (committed.events().stream().anyMatch(event -> !(event instanceof Event.TimeAdvanced))) {
            changes.release();
        }
    }

    private void rounds() {
        while (!closed) {
            try {
                round();
            } catch (RuntimeException e) {
                // Whatever it is, the next round begins from nothing.
                LOG.warn("a round of comparing the book with the cluster failed", e);
                status = standing.silent(
                        status,
                        "the service failed: " + e.getMessage(),
                        site.clock().millis());
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
        Census census;
        try {
            census = census();
        } catch (ClusterSilent e) {
            ClusterStatus before = status;
            status = standing.silent(
                    before, String.valueOf(e.getMessage()), site.clock().millis());
            if (before.silent().isEmpty()) {
                LOG.warn("the cluster is silent, and nothing is done there until it answers: {}", e.getMessage());
            }
            return;
        }
        inUse = census.jobs().stream()
                .flatMap(job -> job.reservation().stream())
                .flatMap(name -> names.read(name).stream())
                .collect(Collectors.toUnmodifiableSet());
        tellTheBook(census);
        Desired desired = site.read(view -> Desired.of(
                view, Places.of(view), names, settings.unixUsers(), slurm.lead().toMillis()));
        long now = site.clock().millis();
        Difference difference = Difference.of(desired.wanted(), census, names, now);
        Map<Action, Outcome> outcomes =
                slurm.mode() == SlurmSettings.Mode.KEEP ? carryOut(census, difference) : Map.of();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        status = standing.after(
                new Standing.Round(census, site.read(Places::of), desired, difference, outcomes, now, took), status);
    }

    /** A cluster without nodes is one that does not say what it has. */
    private Census census() throws ClusterSilent {
        Census census = cluster.observe();
        if (census.nodes().isEmpty()) {
            throw new ClusterSilent("it names no nodes at all");
        }
        return census;
    }

    /** What the book has to know first: nodes that have come, gone or are taken, and how reservations are used. Then names nodes. */
    private void tellTheBook(Census census) {
        List<PoolJson.Planned> pools = ClusterPools.of(census, slurm);
        if (site.read(view -> ClusterPools.isNews(view, pools))) {
            write(transaction -> {
                ClusterPools.adopt(transaction, pools);
                return true;
            });
        }
        site.read(view -> {
            Places places = Places.of(view);
            nodes.see(census, places.byNode().keySet(), Blocks.told(view, places), view.now());
            return places;
        });
        submit(view -> Blocks.changes(
                view, Places.of(view), census, nodes, names, slurm.lead().toMillis()));
        submit(view -> usage.commands(view, census, names));
        submit(this::binds);
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
                    LOG.info("the book refuses {}: {}", command, refused.refusal());
                } else {
                    audit(transaction, command);
                }
            }
            return true;
        });
    }

    private static void audit(Transaction transaction, Command command) {
        switch (command) {
            case Command.Block block ->
                AuditLog.add(
                        transaction,
                        "block",
                        block.pool().name(),
                        block.servers().ranges() + ", " + block.cause());
            case Command.Unblock unblock ->
                AuditLog.add(
                        transaction,
                        "unblock",
                        unblock.pool().name(),
                        unblock.servers().ranges() + ", " + unblock.cause());
            case Command.Finish finish ->
                AuditLog.add(transaction, "finish", finish.reservation().toString(), "nothing runs in it any more");
            case Command.NoShow unused ->
                AuditLog.add(transaction, "no-show", unused.reservation().toString(), "nothing was run in it");
            case Command.Overrun overrun ->
                AuditLog.add(transaction, "overrun", overrun.reservation().toString(), "a job in it takes longer");
            default -> {
                // To name nodes is no deed.
            }
        }
    }

    private <T> void write(Function<Transaction, T> work) {
        try {
            site.write(ACTOR, work).join();
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
            switch (outcome) {
                case Outcome.Done done -> LOG.debug("{} is done", action);
                case Outcome.Refused refused -> LOG.info("the cluster refuses {}: {}", action, refused.words());
                case Outcome.Unknown unknown -> {
                    LOG.warn("it is not known whether {} was done: {}", action, unknown.words());
                    return outcomes;
                }
            }
        }
        return outcomes;
    }

    /** Lets the round that is under way finish its present step, and begins no other. */
    @Override
    public void close() {
        closed = true;
        changes.release();
    }
}
