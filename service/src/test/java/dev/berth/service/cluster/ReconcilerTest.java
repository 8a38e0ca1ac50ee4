package dev.berth.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.booking.Bookings;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.settings.SlurmSettings;
import dev.berth.service.site.TestSite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
    private static final long MINUTE = 60_000;
    private static final PoolId BATCH = new PoolId("batch");

    private final TestSite site = new TestSite();
    private final FakeCluster cluster =
            new FakeCluster(() -> site.site().clock().millis(), "c1", "c2", "c3", "g1");
    private Reconciler reconciler = reconciler(settings(SlurmSettings.Mode.KEEP, Optional.empty()));

    private static SlurmSettings settings(SlurmSettings.Mode mode, Optional<Duration> idle) {
        return new SlurmSettings(
                mode,
                List.of("batch"),
                Duration.ofMinutes(10),
                Map.of("gpu", Rate.of("0.5")),
                Rate.of("1"),
                Duration.ofMinutes(1),
                true,
                Optional.empty(),
                idle);
    }

    private Reconciler reconciler(SlurmSettings slurm) {
        return new Reconciler(site.site(), cluster, SiteSettings.of("Lab", 0).withSlurm(slurm), slurm);
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

    /** One that runs for so many minutes from now on. */
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
        cluster.set("a0", Node.Condition.UP);
        reconciler.round();
        site.read(view -> {
            assertThat(Places.of(view).byNode())
                    .containsEntry("c1", new Places.Place(BATCH, 0))
                    .containsEntry("a0", new Places.Place(BATCH, 3));
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
    void whatVanished_isMadeAgain() {
        ReservationId id = book(5, 60, 1);
        reconciler.round();
        cluster.kept.clear();
        reconciler.round();
        assertThat(cluster.kept).containsKey("berth-lab-" + id);
        assertThat(mirrored(id).why()).isEqualTo("the cluster had lost it; it was made again");
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
        cluster.silent = Optional.of("scontrol: Unable to contact slurm controller");
        reconciler.round();
        assertThat(cluster.kept).hasSize(1);
        assertThat(reconciler.status().silent()).hasValue("scontrol: Unable to contact slurm controller");
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
        cluster.set(node, Node.Condition.DOWN);
        reconciler.round();
        assertThat(cluster.kept.get("berth-lab-" + id).nodes()).containsExactly(node);
        pass(1);
        assertThat(cluster.kept.get("berth-lab-" + id).nodes())
                .doesNotContain(node)
                .hasSize(1);
        assertThat(reconciler.status().troubled()).extracting(Node::name).containsExactly(node);
        cluster.set(node, Node.Condition.UP);
        reconciler.round();
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isOne();
        pass(1);
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isZero();
    }

    @Test
    void aNodeThatComesAndGoes_isLeftAlone() {
        for (int i = 0; i < 10; i++) {
            cluster.set("c1", i % 2 == 0 ? Node.Condition.DOWN : Node.Condition.UP);
            site.pass(30_000);
            reconciler.round();
        }
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isZero();
        assertThat(site.deeds()).noneMatch(deed -> deed.contains("block"));
    }

    @Test
    void afterARestart_aNodeThatWasDown_isStillBlocked_untilItIsBackForLong() {
        cluster.set("c1", Node.Condition.DOWN);
        reconciler.round();
        pass(1);
        cluster.set("c1", Node.Condition.UP);
        reconciler = reconciler(settings(SlurmSettings.Mode.KEEP, Optional.empty()));
        reconciler.round();
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isOne();
        pass(1);
        assertThat(site.<Integer>read(view -> view.outages(BATCH).size())).isZero();
    }

    @Test
    void aNodeThatIsDrainedByHand_isBlockedAtOnce_afterWhatRunsThere() {
        ReservationId id = begun(60);
        String node = cluster.kept.get("berth-lab-" + id).nodes().first();
        cluster.set(node, Node.Condition.DRAINING);
        reconciler.round();
        assertThat(open(id).isRunning()).isTrue();
        assertThat(site.<Window>read(view -> view.outages(BATCH).getFirst().window()))
                .isEqualTo(new Window(open(id).window().end(), Window.FOREVER));
        cluster.set(node, Node.Condition.UP);
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

    @Test
    void aReservationThatRunsElsewhereNow_isEndedFirst_underTheJobInIt() {
        ReservationId id = begun(60);
        String node = cluster.kept.get("berth-lab-" + id).nodes().first();
        cluster.job("9", "ana", site.read(view -> view.now()) + 50 * MINUTE, Optional.of("berth-lab-" + id), node);
        cluster.set(node, Node.Condition.DOWN);
        reconciler.round();
        pass(1);
        pass(1);
        pass(1);
        site.open(id)
                .ifPresent(moved ->
                        assertThat(cluster.kept.get("berth-lab-" + id).nodes()).doesNotContain(node));
        assertThat(cluster.done).anyMatch(Action.End.class::isInstance);
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
        reconciler = reconciler(settings(SlurmSettings.Mode.KEEP, Optional.of(Duration.ofMinutes(5))));
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
        pass(5);
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
        Reconciler restarted = reconciler(settings(SlurmSettings.Mode.KEEP, Optional.empty()));
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
        reconciler = reconciler(settings(SlurmSettings.Mode.WATCH, Optional.empty()));
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
            assertThat(Places.of(view)
                            .nodes(each.placement().pool(), each.placement().servers()))
                    .isEqualTo(new TreeSet<>(cluster.kept.get("berth-lab-" + id).nodes()));
            return true;
        });
    }
}
