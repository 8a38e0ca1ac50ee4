package dev.berth.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.wire.ReservationName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
    private static final long MINUTE = 60_000;
    private static final PoolId BATCH = new PoolId("batch");

    private final TestSite site = new TestSite();
    private final FakeCluster cluster =
            new FakeCluster(() -> site.site().clock().millis(), "c1", "c2", "c3", "g1");
    private Reconciler reconciler = reconciler(settings(ClusterSettings.Mode.KEEP, Optional.empty()));

    private static SlurmSettings settings(ClusterSettings.Mode mode, Optional<Duration> idle) {
        SlurmSettings usual = SlurmSettings.of("batch").in(mode).withRates(Map.of("gpu", Rate.of("0.5")), Rate.of("1"));
        return idle.map(usual::withIdle).orElse(usual);
    }

    private Reconciler reconciler(SlurmSettings slurm) {
        return new Reconciler(site.site(), cluster, "Lab", UnixUsers.SAME, slurm);
    }

    @BeforeEach
    void aFirstRound() {
        reconciler.round();
    }

    @AfterEach
    void nothingForbiddenWasAsked() {
        assertThat(cluster.faults).isEmpty();
        site.close();
    }

    private ReservationId book(long fromMinutes, long toMinutes, int nodes) {
        long now = site.read(view -> view.now());
        Window window = new Window(now + fromMinutes * MINUTE, now + toMinutes * MINUTE);
        return ((Decision.Accepted) site.submit(new Command.Reserve(
                        TestSite.job("ana", window, nodes).requiring(Requirements.pool(BATCH.name())))))
                .reservation()
                .id();
    }

    /** A reservation that runs from now on for this number of minutes. */
    private ReservationId begun(long minutes) {
        ReservationId id = book(1, 1 + minutes, 1);
        pass(1);
        assertThat(open(id).isRunning()).isTrue();
        return id;
    }

    private Mirrored mirrored(ReservationId id) {
        return reconciler.status().mirrored().stream()
                .filter(each -> each.reservation().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private Reservation open(ReservationId id) {
        return site.open(id).orElseThrow();
    }

    private void pass(long minutes) {
        site.pass(minutes * MINUTE);
        reconciler.round();
    }

    @Test
    void nodesBecomePools_byPartitionAndFeature() {
        site.read(view -> {
            assertThat(view.pools())
                    .extracting(pool -> pool.id().name())
                    .containsExactlyInAnyOrder("batch", "batch-gpu");
            assertThat(view.pools()).extracting(pool -> pool.servers()).containsExactlyInAnyOrder(3, 1);
            return true;
        });
    }

    @Test
    void aNodeThatJoins_isAddedAndOthersKeepTheirNumbers() {
        cluster.set("a0", ClusterNode.Condition.UP);
        reconciler.round();
        site.read(view -> {
            assertThat(NodeServers.of(view).byNode())
                    .containsEntry("c1", new NodeServers.Place(BATCH, 0))
                    .containsEntry("a0", new NodeServers.Place(BATCH, 3));
            return true;
        });
    }

    @Test
    void aReservationIsMade_whenItsLeadBegins_andNotBefore() {
        ReservationId id = book(30, 60, 2);
        reconciler.round();
        assertThat(cluster.kept).isEmpty();
        assertThat(mirrored(id).state()).isEqualTo(Mirrored.State.NOT_DUE);
        pass(20);
        Kept kept = cluster.kept.get("berth-lab-" + id);
        assertThat(kept.nodes()).hasSize(2);
        assertThat(kept.users()).containsExactly("ana");
        assertThat(kept.window()).isEqualTo(open(id).window());
        pass(10);
        assertThat(mirrored(id).state()).isEqualTo(Mirrored.State.ACTIVE);
        pass(30);
        assertThat(cluster.kept).isEmpty();
    }

    @Test
    void guests_useItBesideItsOwner_asLongAsTheyAreGuests() {
        ReservationId id = book(30, 60, 2);
        // Whom this machine does not know, the cluster would refuse with all others.
        share(id, "daemon", "nosuchuser", "No Unix user");
        pass(20);
        assertThat(cluster.kept.get("berth-lab-" + id).users()).containsExactlyInAnyOrder("ana", "daemon");
        share(id);
        reconciler.round();
        assertThat(cluster.kept.get("berth-lab-" + id).users()).containsExactly("ana");
        assertThat(site.submit(new Command.Give(id, "ben", Optional.empty()))).isInstanceOf(Decision.Accepted.class);
        reconciler.round();
        assertThat(cluster.kept.get("berth-lab-" + id).users()).containsExactly("ben");
    }

    @Test
    void licences_areThoseOfTheCluster_andFewerOfThemTakeNothingThatIsPromised() {
        cluster.licences.put("matlab", 20L);
        reconciler =
                reconciler(settings(ClusterSettings.Mode.KEEP, Optional.empty()).withLicences("matlab", "comsol"));
        reconciler.round();
        assertThat(site.<Map<String, Long>>read(view -> view.licences().toMap()))
                .isEqualTo(Map.of("matlab", 20L));
        assertThat(reconciler.status().faults()).singleElement().asString().contains("comsol", "slurm.conf");
        long now = site.read(view -> view.now());
        ReservationId id = ((Decision.Accepted) site.submit(new Command.Reserve(TestSite.job(
                                "ana", new Window(now + 5 * MINUTE, now + 60 * MINUTE), 1)
                        .requiring(Requirements.pool(BATCH.name()).withLicences(Amounts.of(Map.of("matlab", 12L)))))))
                .reservation()
                .id();
        reconciler.round();
        assertThat(cluster.kept.get("berth-lab-" + id).licences()).isEqualTo(Map.of("matlab", 12L));

        cluster.licences.put("matlab", 5L);
        reconciler.round();
        reconciler.round();
        assertThat(site.<Long>read(view -> view.licences().get("matlab"))).isEqualTo(20);
        assertThat(site.<Long>read(view -> view.freeLicences("matlab", new Window(now + 5 * MINUTE, now + 6 * MINUTE))))
                .isEqualTo(-7);
        assertThat(reconciler.status().faults())
                .anySatisfy(fault -> assertThat(fault).contains("matlab", "5", "20"));
        assertThat(cluster.kept.get("berth-lab-" + id).licences()).isEqualTo(Map.of("matlab", 12L));

        assertThat(site.submit(new Command.Cancel(id))).isInstanceOf(Decision.Accepted.class);
        reconciler.round();
        assertThat(site.<Long>read(view -> view.licences().get("matlab"))).isEqualTo(5);
        assertThat(site.<HeldLicences>read(view -> view.heldLicences())).isEqualTo(HeldLicences.NONE);
    }

    private void share(ReservationId id, String... guests) {
        site.site()
                .write("ana", transaction -> {
                    for (String guest : guests) {
                        transaction.record(Accounts.KIND, Account.of(guest, Role.USER));
                    }
                    transaction.record(
                            Sharings.KIND, Sharing.none(id.number(), "ana").with(List.of(guests), List.of()));
                    return true;
                })
                .join();
    }

    @Test
    void whatVanished_isMadeAgain() {
        ReservationId id = book(5, 60, 1);
        reconciler.round();
        cluster.kept.clear();
        reconciler.round();
        assertThat(cluster.kept).containsKey("berth-lab-" + id);
        assertThat(mirrored(id).why()).endsWith("it was made again");
    }

    @Test
    void whatWasChangedByHand_isPutRight() {
        ReservationId id = book(5, 60, 1);
        reconciler.round();
        Kept right = cluster.kept.get("berth-lab-" + id);
        cluster.kept.put(
                right.name(),
                new Kept(
                        right.name(),
                        right.nodes(),
                        new Window(right.window().start(), right.window().end() + MINUTE),
                        Set.of("eve"),
                        false));
        reconciler.round();
        assertThat(cluster.kept.get(right.name())).isEqualTo(right);
        assertThat(mirrored(id).why()).isEqualTo("it differed and was put right");
    }

    @Test
    void withoutACensus_nothingIsDone() {
        ReservationId id = book(5, 60, 1);
        reconciler.round();
        site.submit(new Command.Cancel(id));
        cluster.silent = Optional.of("scontrol: no controller");
        reconciler.round();
        assertThat(cluster.kept).hasSize(1);
        assertThat(reconciler.status().silent()).hasValue("scontrol: no controller");
        cluster.silent = Optional.empty();
        reconciler.round();
        assertThat(cluster.kept).isEmpty();
    }

    @Test
    void aClusterThatNamesNoNodes_isNotBelieved() {
        book(5, 60, 1);
        reconciler.round();
        cluster.nodes.clear();
        pass(2);
        pass(2);
        assertThat(cluster.kept).hasSize(1);
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isZero();
        assertThat(reconciler.status().silent()).hasValue("it names no nodes at all");
    }

    @Test
    void aNodeThatIsDownForLong_isBlocked_andWhatWasToHaveItGoesElsewhere() {
        ReservationId id = book(5, 60, 1);
        reconciler.round();
        String node = cluster.kept.get("berth-lab-" + id).nodes().first();
        cluster.set(node, ClusterNode.Condition.DOWN);
        reconciler.round();
        assertThat(cluster.kept.get("berth-lab-" + id).nodes()).containsExactly(node);
        pass(1);
        assertThat(cluster.kept.get("berth-lab-" + id).nodes())
                .doesNotContain(node)
                .hasSize(1);
        assertThat(reconciler.status().troubled()).extracting(ClusterNode::name).containsExactly(node);
        cluster.set(node, ClusterNode.Condition.UP);
        reconciler.round();
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isOne();
        pass(1);
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isZero();
    }

    @Test
    void aNodeThatComesAndGoes_isLeftAlone() {
        for (int i = 0; i < 10; i++) {
            cluster.set("c1", i % 2 == 0 ? ClusterNode.Condition.DOWN : ClusterNode.Condition.UP);
            site.pass(30_000);
            reconciler.round();
        }
        assertThat(causes()).as("in doubt, and nothing worse").containsExactly("Slurm: not responding");
        assertThat(site.deeds())
                .filteredOn(deed -> deed.contains("block") || deed.contains("avoid"))
                .as("said once, and once more because it lasts")
                .hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void afterARestart_aNodeThatWasDown_isStillBlocked_untilItIsBackForLong() {
        cluster.set("c1", ClusterNode.Condition.DOWN);
        reconciler.round();
        pass(1);
        cluster.set("c1", ClusterNode.Condition.UP);
        reconciler = reconciler(settings(ClusterSettings.Mode.KEEP, Optional.empty()));
        reconciler.round();
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isOne();
        pass(1);
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isZero();
    }

    @Test
    void aNodeThatIsDrainedByHand_isBlockedAtOnce_afterWhatRunsThere() {
        ReservationId id = begun(60);
        String node = cluster.kept.get("berth-lab-" + id).nodes().first();
        cluster.set(node, ClusterNode.Condition.DRAINING);
        reconciler.round();
        assertThat(open(id).isRunning()).isTrue();
        assertThat(site.<Window>read(view -> view.outages(BATCH).getFirst().window()))
                .isEqualTo(new Window(open(id).window().end(), Window.FOREVER));
        cluster.set(node, ClusterNode.Condition.UP);
        reconciler.round();
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isZero();
    }

    @Test
    void reservationsOfOthers_areBlocks_andAreNeverTouched() {
        long now = site.read(view -> view.now());
        cluster.foreign("maint", new Window(now + 30 * MINUTE, now + 90 * MINUTE), "c1", "c2");
        Kept before = cluster.kept.get("maint");
        reconciler.round();
        assertThat(site.<List<Outage>>read(view -> List.copyOf(view.outages(BATCH))))
                .extracting(outage -> outage.cause())
                .containsExactly("Slurm: reservation maint", "Slurm: reservation maint");
        ReservationId id = book(30, 60, 1);
        pass(25);
        assertThat(cluster.kept.get("berth-lab-" + id).nodes()).containsExactly("c3");
        assertThat(cluster.kept.get("maint")).isEqualTo(before);
        assertThat(reconciler.status().foreign()).containsExactly(before);
        cluster.kept.remove("maint");
        reconciler.round();
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isZero();
    }

    @Test
    void jobsOfOthers_blockTheirNodes_forNoLongerThanNodesAreNamed() {
        long now = site.read(view -> view.now());
        cluster.job("7", "bob", now + 600 * MINUTE, Optional.empty(), "c1", "c2");
        reconciler.round();
        ReservationId soon = book(2, 8, 1);
        reconciler.round();
        assertThat(cluster.kept.get("berth-lab-" + soon).nodes()).containsExactly("c3");
        int entries = site.deeds().size();
        pass(1);
        assertThat(site.deeds()).as("not told again each round").hasSize(entries);
        cluster.jobs.clear();
        reconciler.round();
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isZero();
    }

    /** A job of its owner that runs in a reservation. */
    private Kept worksIn(ReservationId id, long minutes) {
        Kept kept = cluster.kept.get("berth-lab-" + id);
        cluster.job(
                "9",
                "ana",
                site.read(view -> view.now()) + minutes * MINUTE,
                Optional.of(kept.name()),
                kept.nodes().first());
        return kept;
    }

    private List<String> causes() {
        return site.read(view ->
                view.outages(BATCH).stream().map(Outage::cause).distinct().toList());
    }

    @Test
    void underAJobThatRuns_noNodeIsTaken_whateverItIsSaidToBe() {
        ReservationId id = begun(60);
        Kept kept = worksIn(id, 50);
        String node = kept.nodes().first();
        Window window = open(id).window();
        for (ClusterNode.Condition condition : ClusterNode.Condition.values()) {
            cluster.set(node, condition);
            reconciler.round();
            pass(3);
            assertThat(open(id).isRunning()).as("%s", condition).isTrue();
            assertThat(open(id).window()).as("%s", condition).isEqualTo(window);
            assertThat(cluster.kept.get(kept.name())).as("%s", condition).isEqualTo(kept);
        }
        cluster.nodes.remove(node);
        reconciler.round();
        pass(20);
        assertThat(cluster.kept.get(kept.name())).as("vanished").isEqualTo(kept);
        assertThat(site.<Window>read(view -> view.outages(BATCH).getFirst().window()))
                .as("only after its end")
                .isEqualTo(new Window(window.end(), Window.FOREVER));
        assertThat(cluster.done).noneMatch(Action.End.class::isInstance);
    }

    @Test
    void maintenanceOfOthers_waitsForTheJobThatRuns() {
        ReservationId id = begun(60);
        Kept kept = worksIn(id, 50);
        long now = site.read(view -> view.now());
        cluster.foreign(
                "maint", new Window(now, now + 120 * MINUTE), kept.nodes().first());
        reconciler.round();
        pass(5);
        assertThat(open(id).isRunning()).isTrue();
        assertThat(cluster.kept.get(kept.name())).isEqualTo(kept);
    }

    @Test
    void aNodeThatDoesNotAnswer_isNotBookedAnew_andNobodyLosesIt() {
        ReservationId bound = book(5, 60, 1);
        reconciler.round();
        Kept kept = cluster.kept.get("berth-lab-" + bound);
        String node = kept.nodes().first();
        cluster.set(node, ClusterNode.Condition.SILENT);
        for (int i = 0; i < 4; i++) {
            pass(1);
        }
        assertThat(cluster.kept.get(kept.name())).isEqualTo(kept);
        assertThat(reconciler.status().troubled()).extracting(ClusterNode::name).containsExactly(node);
        cluster.set("c1", ClusterNode.Condition.SILENT);
        cluster.set("c2", ClusterNode.Condition.SILENT);
        cluster.set("c3", ClusterNode.Condition.SILENT);
        reconciler.round();
        assertThat(causes()).containsExactly("Slurm: not responding");
        long now = site.read(view -> view.now());
        assertThat(site.submit(new Command.Reserve(TestSite.job("ana", new Window(now, now + MINUTE), 1)
                        .requiring(Requirements.pool(BATCH.name())))))
                .isInstanceOf(Decision.Refused.class);
        assertThat(cluster.kept.get(kept.name())).isEqualTo(kept);
        for (String each : List.of("c1", "c2", "c3")) {
            cluster.set(each, ClusterNode.Condition.UP);
        }
        reconciler.round();
        pass(1);
        assertThat(causes()).isEmpty();
    }

    @Test
    void nodesThatFailTogether_areHeldByTheBrake_untilTimeHasShownIt() {
        ReservationId first = book(5, 100, 1);
        ReservationId second = book(5, 100, 1);
        reconciler.round();
        SortedSet<String> nodes =
                new TreeSet<>(cluster.kept.get("berth-lab-" + first).nodes());
        nodes.addAll(cluster.kept.get("berth-lab-" + second).nodes());
        List<Kept> before = List.copyOf(cluster.kept.values());
        nodes.forEach(node -> cluster.set(node, ClusterNode.Condition.DOWN));
        reconciler.round();
        for (int i = 0; i < 14; i++) {
            pass(1);
            assertThat(reconciler.status().brakes()).singleElement().satisfies(brake -> {
                assertThat(brake.nodes()).isEqualTo(nodes);
                assertThat(brake.afterSilence()).isFalse();
            });
            assertThat(cluster.kept.values()).containsExactlyElementsOf(before);
        }
        pass(1);
        assertThat(reconciler.status().brakes()).isEmpty();
        assertThat(causes()).contains("Slurm: down");
    }

    @Test
    void theBrake_isReleasedByAnOperator_orByNodesThatAreBack() {
        ReservationId id = book(5, 100, 2);
        reconciler.round();
        SortedSet<String> nodes = cluster.kept.get("berth-lab-" + id).nodes();
        nodes.forEach(node -> cluster.set(node, ClusterNode.Condition.DOWN));
        reconciler.round();
        nodes.forEach(node -> cluster.set(node, ClusterNode.Condition.UP));
        pass(1);
        assertThat(reconciler.status().brakes()).as("back").isEmpty();
        assertThat(open(id).isBound()).isTrue();

        nodes.forEach(node -> cluster.set(node, ClusterNode.Condition.DOWN));
        pass(1);
        pass(1);
        assertThat(reconciler.release())
                .singleElement()
                .satisfies(each -> assertThat(each.nodes()).isEqualTo(nodes));
        reconciler.round();
        assertThat(reconciler.status().brakes()).isEmpty();
        assertThat(causes()).contains("Slurm: down");
    }

    @Test
    void aPromisedNodeThatFailsRightAfterASilence_isHeldByTheBrake_andAnyOtherTimeIsNot() {
        ReservationId id = book(5, 100, 1);
        reconciler.round();
        Kept kept = cluster.kept.get("berth-lab-" + id);
        cluster.silent = Optional.of("munge does not answer");
        pass(1);
        cluster.silent = Optional.empty();
        cluster.set(kept.nodes().first(), ClusterNode.Condition.DOWN);
        pass(1);
        pass(2);
        assertThat(reconciler.status().brakes())
                .singleElement()
                .satisfies(brake -> assertThat(brake.afterSilence()).isTrue());
        assertThat(cluster.kept.get(kept.name())).isEqualTo(kept);
    }

    /** A new process, or the one that takes over: it has seen nothing before, and the node may be what the one before was wrong about. */
    @Test
    void afterARestart_aPromisedNodeThatIsDown_isHeldByTheBrake() {
        ReservationId id = book(5, 100, 1);
        reconciler.round();
        Kept kept = cluster.kept.get("berth-lab-" + id);
        cluster.set(kept.nodes().first(), ClusterNode.Condition.DOWN);
        reconciler = reconciler(settings(ClusterSettings.Mode.KEEP, Optional.empty()));
        reconciler.round();
        for (int i = 0; i < 14; i++) {
            assertThat(reconciler.status().brakes()).singleElement().satisfies(brake -> {
                assertThat(brake.nodes()).isEqualTo(kept.nodes());
                assertThat(brake.afterSilence()).isTrue();
            });
            assertThat(cluster.kept.get(kept.name())).isEqualTo(kept);
            pass(1);
        }
        pass(1);
        assertThat(reconciler.status().brakes()).isEmpty();
        assertThat(causes()).contains("Slurm: down");
    }

    /** Somebody has said so, with a name and a reason: see decision 84. */
    @Test
    void nodesThatAreDrainedTogether_passNoBrake_andAreBackAtOnce() {
        ReservationId worked = begun(60);
        worksIn(worked, 30);
        ReservationId waiting = book(5, 30, 1);
        reconciler.round();
        Kept kept = cluster.kept.get("berth-lab-" + worked);
        List.of("c1", "c2", "c3").forEach(node -> cluster.set(node, ClusterNode.Condition.DRAINED));

        reconciler.round();

        assertThat(reconciler.status().brakes()).isEmpty();
        assertThat(causes()).contains("Slurm: drained");
        assertThat(open(worked).isRunning()).as("under a job nothing is taken").isTrue();
        assertThat(cluster.kept.get(kept.name())).isEqualTo(kept);
        assertThat(mirrored(waiting).state()).isEqualTo(Mirrored.State.DEGRADED);

        List.of("c1", "c2", "c3").forEach(node -> cluster.set(node, ClusterNode.Condition.UP));
        reconciler.round();

        assertThat(causes()).isEmpty();
        assertThat(open(waiting).placement().servers().size()).isOne();
    }

    /** Between the picture of the book and what comes of it, an owner is faster. */
    @Test
    void bookThatChangesDuringARound_decidesForItself() {
        reconciler = reconciler(settings(ClusterSettings.Mode.KEEP, Optional.of(Duration.ofMinutes(5))));
        ReservationId idle = begun(60);
        ReservationId other = book(30, 60, 1);
        reconciler.round();
        pass(4);
        cluster.set("c3", ClusterNode.Condition.DRAINED);
        cluster.beforeNextDelete = () -> {
            site.submit(new Command.Cancel(idle));
            site.submit(new Command.Cancel(other));
        };

        pass(2);

        assertThat(site.open()).isZero();
        assertThat(cluster.kept).doesNotContainKey("berth-lab-" + idle);
        assertThat(causes()).as("the rest of the round is told").containsExactly("Slurm: drained");
        assertThat(reconciler.status().silent()).isEmpty();
        assertThat(site.deeds()).doesNotContain("site no-show " + idle);
    }

    /** The book is written once, whatever there is to tell, and what was done in the cluster is one more. */
    @Test
    void round_isOneEntryForTheBook_andOneForWhatWasDone() {
        ReservationId id = book(5, 60, 1);
        cluster.set("c3", ClusterNode.Condition.DRAINED);
        long before = site.<Long>read(view -> view.version());

        reconciler.round();

        assertThat(open(id).isBound()).isTrue();
        assertThat(causes()).containsExactly("Slurm: drained");
        assertThat(cluster.kept).containsKey("berth-lab-" + id);
        assertThat(site.<Long>read(view -> view.version())).isEqualTo(before + 2);
    }

    @Test
    void whatItsOwnerEnds_isEndedWithItsJobs() {
        ReservationId cancelled = begun(60);
        Kept kept = worksIn(cancelled, 50);
        site.submit(new Command.Cancel(cancelled));
        reconciler.round();
        assertThat(cluster.done).anyMatch(Action.End.class::isInstance);
        pass(1);
        assertThat(cluster.kept).doesNotContainKey(kept.name());
        assertThat(causes()).isEmpty();
    }

    @Test
    void whatTheBookDoesNotKnow_staysWhileAJobRunsInIt_andTheBookIsToldOfTheJob() {
        long now = site.read(view -> view.now());
        Kept unknown = new Kept(
                "berth-lab-r77", new TreeSet<>(Set.of("c1")), new Window(now, now + 60 * MINUTE), Set.of("ana"), true);
        cluster.kept.put(unknown.name(), unknown);
        ClusterJob job = cluster.job("5", "ana", now + 50 * MINUTE, Optional.of(unknown.name()), "c1");
        reconciler.round();
        assertThat(cluster.kept).containsKey(unknown.name());
        assertThat(causes()).containsExactly("Slurm: job 5");
        assertThat(reconciler.status().mirrored()).singleElement().satisfies(each -> {
            assertThat(each.state()).isEqualTo(Mirrored.State.LEAVING);
            assertThat(each.why()).contains("job 5 runs in it");
        });
        cluster.jobs.remove(job);
        reconciler.round();
        assertThat(cluster.kept).isEmpty();
        assertThat(causes()).isEmpty();
    }

    @Test
    void whatWasMadeLongerByHand_isNotCutUnderAJob_butWhatItsOwnerShortensIs() throws InterruptedException {
        ReservationId id = begun(60);
        Kept right = worksIn(id, 100);
        Kept longer = new Kept(
                right.name(),
                right.nodes(),
                new Window(right.window().start(), right.window().end() + 30 * MINUTE),
                right.users(),
                true);
        cluster.kept.put(right.name(), longer);
        reconciler.round();
        assertThat(cluster.kept.get(right.name())).isEqualTo(longer);
        assertThat(mirrored(id).why()).contains("job 9 runs in it");

        site.submit(new Command.Adjust(id, new Adjustment.Shrink(20 * MINUTE, 0)));
        // A change is answered before those who listen are told.
        Awaitility.await("the reservation is shorter")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                .pollInSameThread()
                .until(() -> {
                    reconciler.round();
                    return !cluster.kept.get(right.name()).equals(longer);
                });
        assertThat(cluster.kept.get(right.name()).window().end())
                .isEqualTo(open(id).window().end())
                .isEqualTo(right.window().end() - 20 * MINUTE);
    }

    @Test
    void aBrokenPromise_isShown_andKeepsTheNodesThatAreLeft() {
        ReservationId id = book(1, 61, 3);
        pass(1);
        Kept whole = cluster.kept.get("berth-lab-" + id);
        assertThat(whole.nodes()).hasSize(3);
        cluster.set("c2", ClusterNode.Condition.DOWN);
        reconciler.round();
        pass(1);
        reconciler.round();
        assertThat(site.<Boolean>read(view -> view.degraded(id).isPresent())).isTrue();
        assertThat(mirrored(id)).satisfies(each -> {
            assertThat(each.state()).isEqualTo(Mirrored.State.DEGRADED);
            assertThat(each.inDanger()).isTrue();
            assertThat(each.nodes()).containsExactly("c1", "c3");
            assertThat(each.why()).contains("lost c2 (Slurm: down)");
        });
        assertThat(cluster.kept.get(whole.name()).nodes()).containsExactly("c1", "c3");
        assertThat(reconciler.status().inDanger()).isOne();
        long now = site.read(view -> view.now());
        assertThat(site.submit(new Command.Reserve(TestSite.job("ben", new Window(now, now + MINUTE), 1)
                        .requiring(Requirements.pool(BATCH.name())))))
                .as("nobody else gets them")
                .isInstanceOf(Decision.Refused.class);
        Kept left = cluster.kept.get(whole.name());
        cluster.job("3", "ana", now + 30 * MINUTE, Optional.of(left.name()), "c1");
        pass(30);
        assertThat(cluster.kept.get(whole.name())).isEqualTo(left);
        pass(30);
        assertThat(cluster.kept).isEmpty();
        assertThat(reconciler.status().inDanger()).isZero();
    }

    @Test
    void aDisplacedReservation_isShownUntilItsTimeIsOver() {
        ReservationId id = book(5, 60, 3);
        reconciler.round();
        for (String node : List.of("c1", "c2", "c3")) {
            cluster.set(node, ClusterNode.Condition.DRAINED);
        }
        reconciler.round();
        pass(6);
        assertThat(mirrored(id)).satisfies(each -> {
            assertThat(each.state()).isIn(Mirrored.State.DISPLACED, Mirrored.State.DEGRADED);
            assertThat(each.inDanger()).isTrue();
        });
        pass(60);
        assertThat(reconciler.status().mirrored()).isEmpty();
    }

    @Test
    void anIdleReservation_isNotGivenBack_ifAJobCameJustNow() {
        reconciler = reconciler(settings(ClusterSettings.Mode.KEEP, Optional.of(Duration.ofMinutes(5))));
        ReservationId id = begun(60);
        reconciler.round();
        pass(4);
        cluster.beforeNextDelete = () -> worksIn(id, 30);
        pass(2);
        assertThat(open(id).isRunning()).isTrue();
        assertThat(cluster.kept).containsKey("berth-lab-" + id);
    }

    @Test
    void afterASilence_idleTimeIsCountedAnew() {
        reconciler = reconciler(settings(ClusterSettings.Mode.KEEP, Optional.of(Duration.ofMinutes(5))));
        ReservationId id = begun(60);
        reconciler.round();
        cluster.silent = Optional.of("no answer");
        pass(10);
        cluster.silent = Optional.empty();
        pass(1);
        assertThat(open(id).isRunning()).isTrue();
        pass(3);
        pass(1);
        assertThat(open(id).isRunning()).isTrue();
        pass(2);
        assertThat(site.open(id)).isEmpty();
        assertThat(site.deeds())
                .as("its owner may have come meanwhile")
                .contains("site warn-unused " + id, "site finish " + id)
                .doesNotContain("site no-show " + id);
    }

    @Test
    void afterARestart_whoMayHaveComeBefore_isNoNoShow() {
        SlurmSettings slurm = settings(ClusterSettings.Mode.KEEP, Optional.of(Duration.ofMinutes(5)));
        reconciler = reconciler(slurm);
        ReservationId id = begun(60);
        worksIn(id, 3);
        reconciler.round();
        pass(10);
        reconciler = reconciler(slurm);
        reconciler.round();
        pass(3);
        pass(3);
        assertThat(site.open(id)).isEmpty();
        assertThat(site.deeds()).contains("site finish " + id).doesNotContain("site no-show " + id);
    }

    @Test
    void aPartitionThatDoesNotExist_isSaidAtOnce() {
        reconciler = reconciler(SlurmSettings.of("batch", "gpuu"));
        reconciler.round();
        assertThat(reconciler.status().faults())
                .singleElement()
                .asString()
                .containsSubsequence("no partition \"gpuu\"", "cluster.slurm.partitions in site.yaml");
    }

    @Test
    void aJobThatTakesLonger_extendsNothingThatIsPaidFor() {
        site.submit(new Command.SetTariff(BATCH, Tariff.flat(Money.of("2"), 3_600_000)));
        ReservationId id = begun(10);
        long end = open(id).window().end();
        worksIn(id, 20);
        pass(9);
        assertThat(open(id).window().end()).isEqualTo(end);
    }

    @Test
    void whatIsDoneInTheCluster_isInTheAuditLog() {
        ReservationId id = book(5, 60, 1);
        reconciler.round();
        site.submit(new Command.Cancel(id));
        reconciler.round();
        assertThat(site.deeds()).contains("site cluster-create " + id, "site cluster-delete " + id);
    }

    @Test
    void twoThatChangePlaces_areBothMoved() {
        ReservationId one = book(5, 60, 1);
        ReservationId two = book(5, 60, 1);
        ReservationId three = book(5, 60, 1);
        reconciler.round();
        // By hand, round about: what no update alone can mend.
        List<ReservationId> all = List.of(one, two, three);
        List<Kept> right =
                all.stream().map(id -> cluster.kept.get("berth-lab-" + id)).toList();
        for (int i = 0; i < 3; i++) {
            Kept each = right.get(i);
            cluster.kept.put(
                    each.name(),
                    new Kept(each.name(), right.get((i + 1) % 3).nodes(), each.window(), each.users(), true));
        }
        reconciler.round();
        for (int i = 0; i < 3; i++) {
            assertThat(cluster.kept.get(right.get(i).name())).isEqualTo(right.get(i));
        }
    }

    @Test
    void anIdleReservation_isGivenBack_ifTheSiteSaysSo() {
        reconciler = reconciler(settings(ClusterSettings.Mode.KEEP, Optional.of(Duration.ofMinutes(5))));
        ReservationId used = book(1, 61, 1);
        ReservationId unused = begun(60);
        Kept kept = cluster.kept.get("berth-lab-" + used);
        cluster.job(
                "1",
                "ana",
                site.read(view -> view.now()) + 2 * MINUTE,
                Optional.of(kept.name()),
                kept.nodes().first());
        reconciler.round();
        pass(4);
        assertThat(site.open()).isEqualTo(2);
        pass(1);
        assertThat(site.open(unused)).isEmpty();
        assertThat(site.open(used)).isPresent();
        pass(3);
        assertThat(site.deeds()).contains("site warn-unused " + used);
        assertThat(site.open(used)).isPresent();
        pass(3);
        assertThat(site.open(used)).isEmpty();
        assertThat(site.deeds()).contains("site no-show " + unused, "site finish " + used);
        reconciler.round();
        assertThat(cluster.kept).isEmpty();
    }

    @Test
    void whatHasJobs_mayBeInUse_alsoWhileTheClusterIsSilent() {
        ReservationId used = begun(60);
        ReservationId unused = begun(60);
        Kept kept = cluster.kept.get("berth-lab-" + used);
        ClusterJob job = cluster.job(
                "1",
                "ana",
                Window.FOREVER,
                Optional.of(kept.name()),
                kept.nodes().first());
        reconciler.round();
        assertThat(reconciler.mayBeInUse(used)).isTrue();
        assertThat(reconciler.mayBeInUse(unused)).isFalse();

        cluster.silent = Optional.of("it is down");
        reconciler.round();
        assertThat(reconciler.mayBeInUse(used)).isTrue();
        Reconciler restarted = reconciler(settings(ClusterSettings.Mode.KEEP, Optional.empty()));
        restarted.round();
        assertThat(restarted.mayBeInUse(unused)).as("nothing is known yet").isTrue();
        assertThat(restarted.mayBeInUse(new ReservationId(99))).isFalse();

        cluster.silent = Optional.empty();
        cluster.jobs.remove(job);
        restarted.round();
        assertThat(restarted.mayBeInUse(used)).isFalse();
    }

    @Test
    void aJobThatTakesLonger_extendsItsReservation_ifTheNodesAreFree() {
        ReservationId id = begun(10);
        long end = open(id).window().end();
        Kept kept = cluster.kept.get("berth-lab-" + id);
        cluster.job(
                "1",
                "ana",
                end + 5 * MINUTE,
                Optional.of(kept.name()),
                kept.nodes().first());
        pass(5);
        assertThat(open(id).window().end()).isEqualTo(end);
        pass(4);
        assertThat(open(id).window().end()).isEqualTo(end + 5 * MINUTE);
        assertThat(cluster.kept.get(kept.name()).window().end()).isEqualTo(end + 5 * MINUTE);
    }

    @Test
    void watching_doesNothing_andSaysWhatItWouldDo() {
        reconciler = reconciler(settings(ClusterSettings.Mode.WATCH, Optional.empty()));
        ReservationId id = book(2, 60, 1);
        reconciler.round();
        assertThat(cluster.done).isEmpty();
        assertThat(reconciler.status().planned())
                .singleElement()
                .asString()
                .startsWith("create berth-lab-" + id + " on c");
        assertThat(mirrored(id)).satisfies(each -> {
            assertThat(each.state()).isEqualTo(Mirrored.State.WANTED);
            assertThat(each.inDanger()).isTrue();
        });
    }

    @Test
    void anOwnerWhoCannotBeAUnixUser_isSaid() {
        long now = site.read(view -> view.now());
        site.submit(new Command.Reserve(TestSite.job("Ana.Miller", new Window(now + MINUTE, now + 9 * MINUTE), 1)));
        reconciler.round();
        assertThat(cluster.kept).isEmpty();
        assertThat(reconciler.status().mirrored()).singleElement().satisfies(each -> {
            assertThat(each.inDanger()).isTrue();
            assertThat(each.why()).contains("unixUsers");
        });
    }

    @Test
    void windowsAreWholeSecondsInsideWhatIsBooked() {
        assertThat(Desired.inside(new Window(1_001, 5_999))).hasValue(new Window(2_000, 5_000));
        assertThat(Desired.inside(new Window(2_000, 5_000))).hasValue(new Window(2_000, 5_000));
        assertThat(Desired.inside(new Window(2_001, 2_999))).isEmpty();
    }

    @Test
    void namesAreReadBack_andOnlyOurs() {
        ReservationName names = new ReservationName("My lab, Zürich!");
        assertThat(names.of(new ReservationId(17))).isEqualTo("berth-my-lab-z-rich-r17");
        assertThat(names.read("berth-my-lab-z-rich-r17")).hasValue(new ReservationId(17));
        for (String other :
                List.of("berth-my-lab-r17", "berth-my-lab-z-rich-r017", "berth-my-lab-z-rich-r17x", "r17")) {
            assertThat(names.read(other)).as(other).isEmpty();
        }
    }

    @Test
    void nothingToDo_isNoEntryOfTheJournal() {
        book(5, 60, 2);
        reconciler.round();
        long version = site.read(view -> view.version());
        for (int i = 0; i < 5; i++) {
            reconciler.round();
        }
        assertThat(site.<Long>read(view -> view.version())).isEqualTo(version);
    }

    @Test
    void bookedNodes_ofBookings() {
        // The names that people see are those of the nodes.
        ReservationId id = book(5, 60, 1);
        reconciler.round();
        site.read(view -> {
            Reservation each = Bookings.find(view, id).orElseThrow();
            assertThat(each.isBound()).isTrue();
            assertThat(NodeServers.of(view)
                            .nodes(each.placement().pool(), each.placement().servers()))
                    .isEqualTo(new TreeSet<>(cluster.kept.get("berth-lab-" + id).nodes()));
            return true;
        });
    }
}
