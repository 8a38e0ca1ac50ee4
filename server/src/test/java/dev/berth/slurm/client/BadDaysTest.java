package dev.berth.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape.Stay;
import dev.berth.engine.model.Terms;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.sandbox.Sandbox;
import dev.berth.sandbox.SandboxShape;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.Facts;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Site;
import dev.berth.slurm.Census;
import dev.berth.slurm.ClusterNode;
import dev.berth.slurm.ClusterSilent;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.Kept;
import dev.berth.slurm.Mirrored;
import dev.berth.slurm.Mirrored.State;
import dev.berth.slurm.Rounds;
import dev.berth.slurm.SlurmSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An operator's bad days beside a real Slurm. Each begins with a job that runs in its owner's reservation and a promise ahead on another
 * node. At its end the same job runs in the same reservation, and the promise is kept, was moved, or is shown to be in danger.
 */
@Timeout(180)
class BadDaysTest {
    private static final Logger LOG = LoggerFactory.getLogger(BadDaysTest.class);
    private static final long MINUTE = 60_000;
    private static final PoolId ALL = new PoolId("all");

    /** The node of the job, which can be cut off. */
    private static final String AT_WORK = "c1";

    private static final long PATIENCE = 1_000;

    /** A day with a Slurm of its own, which gives up nodes after seconds rather than minutes. */
    private static final String OWN_SLURM = "own-slurm";

    private static Sandbox shared;
    private static int days;

    /** Each day has its own, so that nothing is mistaken for what was before. */
    private final String name = "day" + ++days;

    private Sandbox sandbox;
    private Slurm slurm;
    private Journal journal;
    private Site site;
    private Rounds rounds;

    /** The job, its reservation as Slurm keeps it, and the promise. */
    private String job;

    private Kept worked;
    private Reservation promise;

    @BeforeAll
    static void start() {
        shared = Sandbox.start(
                SandboxShape.of(8).withAnswer(Duration.ofSeconds(5)).withApart(AT_WORK));
    }

    @AfterAll
    static void stop() {
        shared.close();
    }

    @BeforeEach
    void aDayBegins(@TempDir Path data, TestInfo test) throws ClusterSilent {
        boolean ownSlurm = test.getTags().contains(OWN_SLURM);
        begin(
                data,
                ownSlurm
                        ? Sandbox.start(SandboxShape.of(4)
                                .withSilence(Duration.ofSeconds(6))
                                .withAnswer(Duration.ofSeconds(3)))
                        : shared);
    }

    private void begin(Path data, Sandbox beside) throws ClusterSilent {
        sandbox = beside;
        SlurmSettings settings = SlurmSettings.of("all")
                .withLead(Duration.ofHours(1))
                .withPatience(Duration.ofMillis(PATIENCE))
                .withBrake(Duration.ofMinutes(15))
                .withConfig(Path.of(sandbox.environment().get("SLURM_CONF")));
        SiteSettings all = SiteSettings.of(name, 0)
                .with(draft -> draft.cluster = Optional.of(settings))
                .with(draft -> draft.unixUsers = new UnixUsers(Map.of("ana", sandbox.user())));
        journal = SqliteJournal.open(data);
        site = Site.open(journal, () -> new Book("level"), Clock.systemUTC(), Facts.keepers());
        slurm = new Slurm(sandbox.environment(), site.clock()::millis, Duration.ofSeconds(8));
        rounds = new Rounds(site, slurm, all.name(), all.unixUsers(), settings);
        // Where no other node can be had, the job comes to lie on the one that is meant.
        others().forEach(node -> update(node, "drain"));
        rounds.next();
        Reservation work = book(0, 40, 1);
        others().forEach(node -> update(node, "resume"));
        until("it is made", status -> is(status, work, State.ACTIVE));
        worked = kept(work).orElseThrow();
        assertThat(worked.nodes()).containsExactly(AT_WORK);
        job = submit(work);
        until(
                "all nodes can be booked",
                status -> site.read(view -> view.outages(ALL).isEmpty()));
        promise = book(10, 20, 1);
        until("the promise is made", status -> is(status, promise, State.PRESENT));
        assertThat(nodes(promise)).hasSize(1).doesNotContain(AT_WORK);
    }

    private List<String> others() {
        return sandbox.shape().names().stream()
                .filter(node -> !node.equals(AT_WORK))
                .toList();
    }

    @AfterEach
    void aDayEnds() {
        site.close();
        journal.close();
        if (sandbox != shared) {
            sandbox.close();
            return;
        }
        sandbox.run("scancel", "--full", "-u", sandbox.user());
        sandbox.await("no jobs", () -> sandbox.run("squeue", "-h").out().isBlank());
        sandbox.run("scontrol", "-o", "show", "reservation")
                .out()
                .lines()
                .filter(line -> line.startsWith("ReservationName="))
                .map(line -> line.split(" ", 2)[0])
                .forEach(name -> sandbox.run("scontrol", "delete", name));
        sandbox.shape().names().forEach(node -> update(node, "resume"));
        sandbox.awaitIdle();
    }

    // Nobody answers.

    @Test
    void mungeIsDead_andComesBack() throws ClusterSilent {
        sandbox.killMunge();
        for (int i = 0; i < 5; i++) {
            ClusterStatus status = rounds.next();
            assertThat(status.silent())
                    .hasValueSatisfying(why -> assertThat(why).contains("munge does not answer"));
            assertShown(status);
        }
        sandbox.startMunge();
        assertUnharmed();
    }

    @Test
    void controllerIsStopped_andGoesOn() throws ClusterSilent {
        sandbox.pauseController();
        try {
            ClusterStatus status = rounds.next();
            assertThat(status.silent())
                    .hasValueSatisfying(why -> assertThat(why).contains("slurmctld, or munge on its machine"));
            assertShown(status);
        } finally {
            sandbox.resumeController();
        }
        sandbox.awaitController();
        assertUnharmed();
    }

    @Test
    void controllerIsKilled_andComesBack() throws ClusterSilent {
        sandbox.run("scontrol", "update", "JobId=" + job, "Comment=seen-" + name)
                .orThrow();
        awaitSaved("job_state", "seen-" + name);
        awaitSaved("resv_state", name(promise.id()));
        sandbox.killController();
        try {
            ClusterStatus status = rounds.next();
            assertThat(status.silent()).isPresent();
            assertShown(status);
        } finally {
            sandbox.startController();
        }
        assertUnharmed();
    }

    // One node does not answer.

    @Test
    void slurmdIsUpgradedUnderTheJob() throws ClusterSilent {
        sandbox.endNode(AT_WORK);
        try {
            assertUnharmed();
        } finally {
            sandbox.startNode(AT_WORK);
        }
        assertUnharmed();
    }

    @Test
    void slurmdIsKilledUnderTheJob_andIsNotHeard_andComesBack() throws ClusterSilent {
        sandbox.killNode(AT_WORK);
        try {
            assertUnheardAndUnharmed();
        } finally {
            sandbox.startNode(AT_WORK);
        }
        awaitCondition(ClusterNode.Condition.UP);
        assertUnharmed();
    }

    /** Cuts the network with a network namespace where this machine allows one. */
    @Test
    void networkOfTheNodeIsCutUnderTheJob_andJoinedAgain() throws ClusterSilent {
        LOG.info("The network is cut by {}", sandbox.cutBy());
        sandbox.cutOff(AT_WORK);
        try {
            assertUnheardAndUnharmed();
        } finally {
            sandbox.join(AT_WORK);
        }
        awaitCondition(ClusterNode.Condition.UP);
        assertUnharmed();
    }

    // Nodes are down or taken.

    @Test
    void nodeOfThePromiseIsDown_andThePromiseMoves() throws ClusterSilent {
        String lost = node(promise);
        update(lost, "down");
        until(
                "it moves",
                status -> is(status, promise, State.PRESENT) && !node(promise).equals(lost));
        assertUnharmed();
    }

    @Test
    @Tag(OWN_SLURM)
    void slurmdOfThePromiseIsDeadForTooLong_andThePromiseMoves() throws ClusterSilent {
        String lost = node(promise);
        sandbox.killNode(lost);
        until(
                "it moves",
                status -> is(status, promise, State.PRESENT) && !node(promise).equals(lost));
        assertThat(slurm.observe().nodes().get(lost).condition()).isEqualTo(ClusterNode.Condition.DOWN);
        assertUnharmed();
    }

    @Test
    void nodeIsDrainedUnderTheJob_andNothingNewIsBookedThere() throws ClusterSilent {
        update(AT_WORK, "drain");
        assertUnharmed();
        Reservation others = book(45, 10, 7);
        until("it is made", status -> is(status, others, State.PRESENT));
        assertThat(kept(others).orElseThrow().nodes()).hasSize(7).doesNotContain(AT_WORK);
        assertThat(tryToBook(45, 10, 1)).isEmpty();
        assertUnharmed();
    }

    @Test
    void rootMaintainsTheNodesOfJobAndPromise_andThePromiseMoves() throws ClusterSilent {
        String lost = node(promise);
        sandbox.run(
                        "scontrol",
                        "create",
                        "reservation",
                        "ReservationName=maint",
                        "Nodes=" + AT_WORK + "," + lost,
                        "StartTime=now",
                        "Duration=120",
                        "Users=root",
                        "Flags=MAINT,IGNORE_JOBS")
                .orThrow();
        until(
                "it moves",
                status -> is(status, promise, State.PRESENT) && !node(promise).equals(lost));
        assertUnharmed();
        assertThat(slurm.observe().kept()).containsKey("maint");
    }

    @Test
    void mostNodesFailTogether_andNothingMovesUntilAnOperatorSaysSo() throws ClusterSilent {
        String lost = node(promise);
        String spare =
                others().stream().filter(node -> !node.equals(lost)).findFirst().orElseThrow();
        others().stream().filter(node -> !node.equals(spare)).forEach(node -> update(node, "down"));
        long began = site.clock().millis();
        until("patience is over", status -> site.clock().millis() > began + 3 * PATIENCE);
        ClusterStatus status = rounds.next();
        assertThat(status.brakes()).hasSize(1);
        assertThat(status.brakes().getFirst().nodes()).contains(lost).doesNotContain(AT_WORK);
        assertThat(node(promise)).isEqualTo(lost);
        assertUnharmed();

        assertThat(rounds.release()).hasSize(1);

        until(
                "it moves",
                later -> is(later, promise, State.PRESENT) && !node(promise).equals(lost));
        assertThat(node(promise)).isEqualTo(spare);
        assertUnharmed();
    }

    @Test
    void reservationLosesANodeAndNoOtherIsFree_soItIsShownAndKeepsTheRest() throws ClusterSilent {
        Reservation pair = book(0, 9, 2);
        Reservation rest = book(0, 9, 5);
        until("all nodes are taken", status -> is(status, pair, State.ACTIVE) && is(status, rest, State.ACTIVE));
        Kept whole = kept(pair).orElseThrow();
        String lost = whole.nodes().first();

        update(lost, "down");

        until("it is shown", status -> is(status, pair, State.DEGRADED));
        ClusterStatus status = rounds.next();
        Mirrored shown = find(status, pair).orElseThrow();
        assertThat(shown.inDanger()).isTrue();
        assertThat(shown.why()).contains("lost " + lost);
        assertThat(status.inDanger()).isEqualTo(1);
        Kept left = kept(pair).orElseThrow();
        assertThat(left.nodes()).containsExactly(whole.nodes().last());
        assertThat(left.users()).isEqualTo(whole.users());
        assertThat(left.window().end()).isEqualTo(whole.window().end());
        assertUnharmed();
    }

    // What every day ends with.

    /** The job runs in the same reservation, and what was promised can be seen. */
    private void assertUnharmed() throws ClusterSilent {
        rounds.next();
        ClusterStatus status = rounds.next();
        Census census = slurm.observe();
        assertThat(status.silent()).isEmpty();
        // One that runs on a node that is not heard has signals ahead of it.
        assertThat(sandbox.run("squeue", "-h", "-j", job, "-o", "%T %N").orThrow())
                .isIn("RUNNING " + AT_WORK, "SIGNALING " + AT_WORK);
        Kept now = census.kept().get(worked.name());
        assertThat(now).as("the reservation of the job").isEqualTo(worked);
        assertShown(status);
        find(status, promise).filter(each -> !each.inDanger()).ifPresent(each -> {
            assertThat(census.kept()).containsKey(each.name());
            assertThat(census.kept().get(each.name()).nodes()).isEqualTo(each.nodes());
            assertThat(census.nodes().get(each.nodes().first()).condition())
                    .isNotEqualTo(ClusterNode.Condition.DRAINED);
        });
    }

    private void assertShown(ClusterStatus status) {
        assertThat(status.mirrored())
                .anySatisfy(each -> {
                    assertThat(each.name()).isEqualTo(worked.name());
                    assertThat(each.state()).isEqualTo(State.ACTIVE);
                })
                .anySatisfy(each -> {
                    assertThat(each.reservation()).isEqualTo(promise.id());
                    assertThat(each.inDanger() || each.state() == State.PRESENT)
                            .as("%s", each)
                            .isTrue();
                });
    }

    private void assertUnheardAndUnharmed() throws ClusterSilent {
        awaitCondition(ClusterNode.Condition.SILENT);
        long began = site.clock().millis();
        until("patience is over", status -> site.clock().millis() > began + 3 * PATIENCE);
        assertUnharmed();
    }

    /**
     * Slurm pings a node every 100 s. It notices sooner if it has something to tell the job there: a signal that does nothing. It
     * ignores a failure in the second in which it has heard the node, so it is not told at once, and then again.
     */
    private void awaitCondition(ClusterNode.Condition condition) {
        AtomicLong told = new AtomicLong(site.clock().millis());
        until("the node of the job is " + condition, status -> {
            if (site.clock().millis() - told.get() > 2_000) {
                sandbox.run("scancel", "--signal=CONT", job).orThrow();
                told.set(site.clock().millis());
            }
            return condition(status, AT_WORK) == condition;
        });
    }

    private static ClusterNode.Condition condition(ClusterStatus status, String node) {
        return status.troubled().stream()
                .filter(each -> each.name().equals(node))
                .map(ClusterNode::condition)
                .findFirst()
                .orElse(ClusterNode.Condition.UP);
    }

    private void update(String node, String state) {
        sandbox.run("scontrol", "update", "nodename=" + node, "state=" + state, "reason=test");
    }

    private void until(String what, Predicate<ClusterStatus> holds) {
        sandbox.await(what, () -> holds.test(rounds.next()));
    }

    private static Optional<Mirrored> find(ClusterStatus status, Reservation reservation) {
        return status.mirrored().stream()
                .filter(each -> each.reservation().equals(reservation.id()))
                .findFirst();
    }

    private static boolean is(ClusterStatus status, Reservation reservation, State state) {
        return find(status, reservation).filter(each -> each.state() == state).isPresent();
    }

    private Optional<Kept> kept(Reservation reservation) throws ClusterSilent {
        return Optional.ofNullable(slurm.observe().kept().get(name(reservation.id())));
    }

    private SortedSet<String> nodes(Reservation reservation) {
        try {
            return kept(reservation).orElseThrow().nodes();
        } catch (ClusterSilent e) {
            throw new IllegalStateException(e);
        }
    }

    private String node(Reservation reservation) {
        return nodes(reservation).first();
    }

    private String name(ReservationId id) {
        return "berth-" + name + "-" + id;
    }

    private Reservation book(int from, int minutes, int nodes) {
        return tryToBook(from, minutes, nodes).orElseThrow();
    }

    /** A window that begins exactly this many minutes from now. */
    private Optional<Reservation> tryToBook(int from, int minutes, int nodes) {
        return site.write("ana", transaction -> {
                    long start = transaction.now() + from * MINUTE;
                    Decision decision = transaction.submit(new Command.Reserve(new Job(
                            new JobId("job"),
                            "ana",
                            start,
                            start + minutes * MINUTE,
                            new Stay(nodes, minutes * MINUTE),
                            Requirements.pool("all"),
                            new Terms(null, null, 0L))));
                    return decision instanceof Decision.Accepted accepted
                            ? accepted.events().stream()
                                    .filter(Event.Reserved.class::isInstance)
                                    .map(event -> ((Event.Reserved) event).reservation())
                                    .findFirst()
                            : Optional.<Reservation>empty();
                })
                .join();
    }

    private String submit(Reservation reservation) {
        String id = sandbox.run(
                        "sbatch",
                        "--parsable",
                        "--output=/dev/null",
                        "--reservation=" + name(reservation.id()),
                        "--partition=all",
                        "--no-requeue",
                        "--time=30",
                        "--wrap",
                        "sleep 1800")
                .orThrow();
        sandbox.awaitJob(id, "RUNNING");
        return id;
    }

    /** Slurm saves its state some seconds after a change: a crash before that forgets the job, whatever Berth does. */
    private void awaitSaved(String file, String text) {
        Path state = sandbox.directory().resolve("state").resolve(file);
        sandbox.await(file + " is saved", () -> {
            try {
                return Files.readString(state, StandardCharsets.ISO_8859_1).contains(text);
            } catch (IOException e) {
                // It is written anew.
                return false;
            }
        });
    }
}
