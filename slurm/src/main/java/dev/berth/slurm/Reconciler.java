package dev.berth.slurm;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.project.Projects;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.Actor;
import dev.berth.site.Committed;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.PoolJson;
import dev.berth.wire.ReservationName;
import dev.berth.wire.problem.Rejected;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** Facts that say who may use a reservation: with whom it is shared, and who is a member of a project. */
    private static final Set<String> PEOPLE = Set.of(Sharings.KIND, Projects.KIND);

    /** Changes that come together are one round. */
    private static final long GATHER_MILLIS = 200;

    /** On what is older, nothing is done: the cluster may have changed since. */
    private static final long OLDEST_CENSUS = 10_000;

    private final Site site;
    private final Cluster cluster;
    private final ClusterSettings settings;
    private final ReservationName names;
    private final ClusterRound.Terms terms;
    private final NodeWatch nodes;
    private final Brake brake;
    private final OwnerUse usage;
    private final BusyCount busy = new BusyCount();
    private final ClusterStanding standing;
    private final Semaphore changes = new Semaphore(0);

    /** The ends of reservations that people made shorter while they ran: see {@link Consent}. */
    private final Map<ReservationId, Long> shortened = new ConcurrentHashMap<>();

    private final Deeds deeds;
    private final OwnerRule owners;
    private volatile boolean closed;
    private volatile ClusterStatus status;
    /** Reservations that have jobs, by the latest census; null before the first. */
    private volatile @Nullable Set<ReservationId> inUse;

    Reconciler(Site site, Cluster cluster, String name, UnixUsers unixUsers, ClusterSettings settings) {
        this.site = site;
        this.cluster = cluster;
        this.settings = settings;
        this.names = new ReservationName(name);
        this.nodes = new NodeWatch(settings.patience().toMillis());
        this.brake = new Brake(settings.brake().toMillis());
        this.usage = new OwnerUse(settings);
        this.standing = new ClusterStanding(settings, names);
        this.deeds = new Deeds();
        this.owners = new OwnerRule(
                unixUsers, settings.checkUsers() ? Optional.of(new UnixAccounts(System::nanoTime)) : Optional.empty());
        this.terms = new ClusterRound.Terms(
                names, unixUsers, settings.lead().toMillis(), settings.licences(), this::isKnown);
        this.status = ClusterStatus.none(settings.mode());
        site.listen(this::remember);
    }

    /** Begins the rounds, which go on until it is closed. */
    public static Reconciler start(
            Site site, Cluster cluster, String name, UnixUsers unixUsers, ClusterSettings settings) {
        Reconciler reconciler = new Reconciler(site, cluster, name, unixUsers, settings);
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
                        .filter(each -> NodeServers.of(view)
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
                case Event.Changed(Reservation changed) -> {
                    if (isByAPerson(committed) && isShorter(changed)) {
                        shortened.put(changed.id(), changed.window().end());
                    }
                }
                case Event.Closed closed -> shortened.remove(closed.reservation());
                case Event.PoolAdded none -> {}
                case Event.ServersAdded none -> {}
                case Event.Reserved none -> {}
                case Event.RoundsSet none -> {}
                case Event.LicencesSet none -> {}
                case Event.PolicySet none -> {}
                case Event.Queued none -> {}
                case Event.Deferred none -> {}
                case Event.TurnedAway none -> {}
                case Event.Held none -> {}
                case Event.Confirmed none -> {}
                case Event.Moved none -> {}
                case Event.StartsEarly none -> {}
                case Event.TariffSet none -> {}
                case Event.Renamed none -> {}
                case Event.Repacked none -> {}
                case Event.Bound none -> {}
                case Event.Shunned none -> {}
                case Event.Started none -> {}
                case Event.OutagePlanned none -> {}
                case Event.OutageEnded none -> {}
                case Event.TimeAdvanced none -> {}
                case Event.Degraded none -> {}
                case Event.Recovered none -> {}
                case Event.Opportunistic none -> {}
                case Event.Waitlist none -> {}
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

    private boolean isKnown(String user) {
        return owners.isKnown(user) && !cluster.strangers().contains(user);
    }

    private void committed(Committed committed) {
        if (committed.events().stream().anyMatch(event -> !(event instanceof Event.TimeAdvanced))
                || committed.facts().stream().anyMatch(fact -> PEOPLE.contains(fact.kind()))) {
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
        Set<ReservationId> named = named(heard);
        BookNow book = adopt(heard, site.read(view -> picture(view, named)), named);
        owners.learn(book.places(), heard);
        OwnerUse.Findings findings = usage.findings(book, heard, names);
        ClusterRound.Noticed noticed = new ClusterRound.Noticed(
                beliefs(heard, book, afterSilence), findings.overlong(), shortened, busy.due());
        ClusterRound round = ClusterRound.of(book, heard, noticed, terms);
        Map<Action, ActionOutcome> givenBack = keeps() ? giveBack(findings.idle()) : Map.of();
        Census census = heard.without(done(givenBack));
        List<OwnerUse.Pause> pauses = keeps() ? findings.pauses() : List.of();
        if (!round.isSilent() || !givenBack.isEmpty() || !pauses.isEmpty()) {
            book = tell(round, named, transaction -> {
                Deeds.audit(transaction, givenBack);
                new BookTelling(transaction)
                        .submit(done(givenBack).stream()
                                .map(findings.idle()::get)
                                .toList());
                pauses.forEach(pause -> Deeds.warn(transaction, pause));
            });
            pauses.forEach(usage::warned);
            round = ClusterRound.of(book, census, noticed, terms);
        }
        Map<Action, ActionOutcome> outcomes = keeps() ? carryOut(census, round.difference()) : Map.of();
        busy.see(outcomes);
        if (keeps()) {
            startEarly(LeadStarts.of(book, census, round.desired().wanted()), census);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        status = standing.after(
                new ClusterStanding.Ended(
                        census, book, round, outcomes, brake.engaged(), faults(census, book, before), took),
                before);
    }

    private boolean keeps() {
        return settings.mode() == ClusterSettings.Mode.KEEP;
    }

    /** The reservations of the book that a census names. */
    private Set<ReservationId> named(Census census) {
        return Stream.concat(
                        census.kept().keySet().stream(),
                        census.jobs().stream().flatMap(job -> job.reservation().stream()))
                .flatMap(name -> names.read(name).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private BookNow picture(View view, Set<ReservationId> named) {
        return BookNow.of(view, named, site.clock().millis());
    }

    /** Makes the book know the nodes that have come; returns how it is then. */
    private BookNow adopt(Census census, BookNow book, Set<ReservationId> named) {
        List<PoolJson.Planned> pools = ClusterPools.of(census, settings);
        if (!ClusterPools.isNews(book.places(), pools)) {
            return book;
        }
        return write(transaction -> {
            ClusterPools.adopt(transaction, pools);
            return picture(transaction.view(), named);
        });
    }

    /** Takes in how the nodes are, and says what is to be believed of them. */
    private Map<String, NodeWatch.Belief> beliefs(Census census, BookNow book, boolean afterSilence) {
        NodeServers places = book.places();
        List<Braked> before = brake.engaged();
        nodes.see(census, places.byNode().keySet(), Blocks.told(book), book.now());
        brake.look(Occupancy.of(book, census, names).failing(places, nodes), afterSilence, book.now());
        nodes.settle(brake, book.now());
        Deeds.say(before, brake.engaged());
        return nodes.beliefs();
    }

    private void silent(ClusterStatus before, String why) {
        usage.forget();
        status = standing.silent(before, why, site.clock().millis());
        if (before.silent().isEmpty() || before.round() == 0) {
            LOG.warn("The cluster does not answer; nothing is done there until it does: {}", why);
        }
    }

    /** Faults of the settings: partitions that have no nodes in the cluster. Each is logged once. */
    private List<String> faults(Census census, BookNow book, ClusterStatus before) {
        List<String> faults = settings.partitions().stream()
                .filter(partition -> census.nodes().values().stream()
                        .noneMatch(node -> node.partitions().contains(partition)))
                .map(partition ->
                        "Slurm has no partition \"%s\" with nodes; correct cluster.slurm.partitions in site.yaml"
                                .formatted(partition))
                .collect(Collectors.toCollection(ArrayList::new));
        ClusterPools.wholeOnly(census, settings)
                .forEach((partition, reason) -> faults.add(
                        "Nodes of partition \"%s\" are booked whole although cluster.slurm.parts in site.yaml is true: %s"
                                .formatted(partition, reason)));
        for (String licence : settings.licences()) {
            Long number = census.licences().get(licence);
            if (number == null) {
                faults.add(
                        "Slurm has no licences of \"%s\"; correct cluster.slurm.licences in site.yaml, or Licenses in slurm.conf"
                                .formatted(licence));
            } else if (book.licences().get(licence) > number) {
                faults.add(
                        "Slurm has %d licences of \"%s\", fewer than the %d of which the site has promised some; the missing ones are not given out"
                                .formatted(number, licence, book.licences().get(licence)));
            }
        }
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
     * Gives back reservations in which nothing runs: first in the cluster, which refuses if a job has come since the census. The book
     * is told of those that are gone there.
     */
    private Map<Action, ActionOutcome> giveBack(Map<String, Command> idle) {
        Map<Action, ActionOutcome> outcomes = new LinkedHashMap<>();
        for (String name : idle.keySet()) {
            Action delete = new Action.Delete(name, false);
            outcomes.put(delete, cluster.carryOut(delete));
        }
        deeds.log(outcomes);
        return outcomes;
    }

    /**
     * Moves reservations to an earlier start that the book would accept, first in the cluster, which refuses if a job has come since the
     * census. The next round compares both.
     */
    private void startEarly(List<Action.Update> updates, Census census) {
        for (Action.Update update : updates) {
            Command start = new Command.StartBound(update.to().reservation());
            if (!closed
                    && site.clock().millis() - census.taken() <= OLDEST_CENSUS
                    && site.read(view -> view.decide(start)) instanceof Decision.Accepted
                    && cluster.carryOut(update) instanceof ActionOutcome.Done done) {
                write(transaction -> {
                    Deeds.audit(transaction, Map.of(update, done));
                    new BookTelling(transaction).submit(List.of(start));
                    return true;
                });
            }
        }
    }

    /** The names of the reservations for which an action was done. */
    private static Set<String> done(Map<Action, ActionOutcome> outcomes) {
        return outcomes.entrySet().stream()
                .filter(each -> each.getValue() instanceof ActionOutcome.Done)
                .map(each -> each.getKey().name())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Tells the book everything in one transaction, and returns how it is then. A quota may refuse the extensions, and with them the
     * whole transaction: the rest is told without them.
     */
    private BookNow tell(ClusterRound round, Set<ReservationId> named, Consumer<Transaction> besides) {
        try {
            return tell(round, round.extensions(), named, besides);
        } catch (Rejected e) {
            if (round.extensions().isEmpty()) {
                throw e;
            }
            LOG.debug("The site refuses to extend reservations: {}", e.getMessage());
            return tell(round, List.of(), named, besides);
        }
    }

    private BookNow tell(
            ClusterRound round, List<Command> extensions, Set<ReservationId> named, Consumer<Transaction> besides) {
        return write(transaction -> {
            BookTelling telling = new BookTelling(transaction);
            telling.submit(round.blocks());
            telling.submit(round.licences());
            telling.submit(extensions);
            besides.accept(transaction);
            telling.submit(round.binds());
            BookNow after = picture(transaction.view(), named);
            List<Command> more = ClusterRound.binds(after, terms.lead());
            if (more.isEmpty()) {
                return after;
            }
            // Blocks have moved something that starts soon.
            telling.submit(more);
            return picture(transaction.view(), named);
        });
    }

    private <T> T write(Function<Transaction, T> work) {
        try {
            return site.write(Actor.SITE, work).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private Map<Action, ActionOutcome> carryOut(Census census, Difference difference) {
        Map<Action, ActionOutcome> outcomes = new LinkedHashMap<>();
        for (Action action : difference.actions()) {
            if (closed || site.clock().millis() - census.taken() > OLDEST_CENSUS) {
                break;
            }
            ActionOutcome outcome = cluster.carryOut(action);
            outcomes.put(action, outcome);
            if (outcome instanceof ActionOutcome.Unknown) {
                break;
            }
        }
        deeds.log(outcomes);
        if (!done(outcomes).isEmpty()) {
            write(transaction -> {
                Deeds.audit(transaction, outcomes);
                return true;
            });
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
