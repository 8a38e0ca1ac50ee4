package dev.berth.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.hosts.UnixUsers;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reservations that may start early do so within the lead, on nodes that the cluster has free before their time. */
class LeadStartsTest {
    private static final long MINUTE = 60_000;

    private final TestSite site = new TestSite();
    private final FakeCluster cluster =
            new FakeCluster(() -> site.site().clock().millis(), "c1", "c2", "c3");
    private Reconciler reconciler = reconciler(cluster, ClusterSettings.Mode.KEEP);

    private Reconciler reconciler(Cluster asked, ClusterSettings.Mode mode) {
        return new Reconciler(
                site.site(),
                asked,
                "Lab",
                UnixUsers.SAME,
                SlurmSettings.of("batch").in(mode));
    }

    @AfterEach
    void nothingForbiddenWasAsked() {
        assertThat(cluster.faults).isEmpty();
        site.close();
    }

    /** All nodes have a job of somebody until minute 15, so that it is promised minute 15; at minute 10 the job ends. */
    private ReservationId behindAJob(boolean mayStartEarly) {
        reconciler.round();
        long now = now();
        cluster.job("7", "eve", now + 15 * MINUTE, Optional.empty(), "c1", "c2", "c3");
        reconciler.round();
        Job job = TestSite.job("ana", new Window(now, now + 20 * MINUTE), 2)
                .within(now, now + 90 * MINUTE)
                .requiring(Requirements.pool("batch"));
        ReservationId id = ((Decision.Accepted) site.submit(new Command.Reserve(mayStartEarly ? job.whenFree() : job)))
                .reservation()
                .id();
        pass(8);
        assertThat(kept(id).window()).isEqualTo(new Window(now + 15 * MINUTE, now + 35 * MINUTE));
        site.pass(2 * MINUTE);
        cluster.jobs.clear();
        return id;
    }

    private long now() {
        return site.read(view -> view.now());
    }

    private void pass(long minutes) {
        site.pass(minutes * MINUTE);
        reconciler.round();
    }

    private Kept kept(ReservationId id) {
        return cluster.kept.get("berth-lab-" + id);
    }

    private Window window(ReservationId id) {
        return site.open(id).orElseThrow().window();
    }

    @Test
    void itBegins_whenItsNodesAreFree_andEndsAsMuchEarlier() {
        ReservationId id = behindAJob(true);
        Set<String> nodes = kept(id).nodes();
        long now = now();

        reconciler.round();

        assertThat(window(id)).isEqualTo(new Window(now, now + 20 * MINUTE));
        assertThat(kept(id).window()).isEqualTo(new Window(now, now + 20 * MINUTE));
        assertThat(kept(id).nodes()).isEqualTo(nodes);
        site.pass(1_000);
        reconciler.round();
        assertThat(site.open(id).orElseThrow().isRunning()).isTrue();
        assertThat(reconciler.status().mirrored())
                .singleElement()
                .satisfies(each -> assertThat(each.state()).isEqualTo(Mirrored.State.ACTIVE));
        pass(20);
        assertThat(cluster.kept).isEmpty();
    }

    @Test
    void itWaitsForItsTime_ifThatWasPromised() {
        ReservationId id = behindAJob(false);
        Window promised = window(id);
        reconciler.round();
        assertThat(kept(id).window()).isEqualTo(promised);
    }

    @Test
    void itWaits_whileAJobIsOnOneOfItsNodes_orOneIsNotHeard() {
        ReservationId id = behindAJob(true);
        Window promised = window(id);
        String node = kept(id).nodes().first();
        cluster.job("8", "eve", promised.start(), Optional.empty(), node);
        reconciler.round();
        assertThat(kept(id).window()).isEqualTo(promised);
        cluster.jobs.clear();
        cluster.set(node, ClusterNode.Condition.SILENT);
        reconciler.round();
        assertThat(kept(id).window()).isEqualTo(promised);
        cluster.set(node, ClusterNode.Condition.UP);
        reconciler.round();
        assertThat(kept(id).window()).as("not believed to be back yet").isEqualTo(promised);
        pass(2);
        assertThat(kept(id).window().start()).isEqualTo(now());
    }

    @Test
    void aJobThatComesAfterTheCensus_keepsThePromiseAsItWas() {
        ReservationId id = behindAJob(true);
        Window promised = window(id);
        String node = kept(id).nodes().first();
        reconciler = reconciler(
                new Cluster() {
                    @Override
                    public Census observe() throws ClusterSilent {
                        return cluster.observe();
                    }

                    @Override
                    public ActionOutcome carryOut(Action action) {
                        cluster.job("8", "eve", promised.start(), Optional.empty(), node);
                        return cluster.carryOut(action);
                    }
                },
                ClusterSettings.Mode.KEEP);
        reconciler.round();
        assertThat(cluster.jobs).isNotEmpty();
        assertThat(window(id)).isEqualTo(promised);
        assertThat(kept(id).window()).isEqualTo(promised);
    }

    @Test
    void inModeWatchNothingIsMoved() {
        ReservationId id = behindAJob(true);
        Window promised = window(id);
        reconciler = reconciler(cluster, ClusterSettings.Mode.WATCH);
        reconciler.round();
        assertThat(window(id)).isEqualTo(promised);
        assertThat(kept(id).window()).isEqualTo(promised);
    }
}
