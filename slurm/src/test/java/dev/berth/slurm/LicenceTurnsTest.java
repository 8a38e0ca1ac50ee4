package dev.berth.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.hosts.UnixUsers;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The book counts licences at each moment, and a Slurm that adds up those of all that overlap grants them all the same. */
class LicenceTurnsTest {
    private static final long MINUTE = 60_000;

    private final TestSite site = new TestSite();
    private final FakeCluster cluster =
            new FakeCluster(() -> site.site().clock().millis(), "c1", "c2", "c3", "c4", "c5", "c6");
    private final Reconciler reconciler = new Reconciler(
            site.site(),
            cluster,
            "Lab",
            UnixUsers.SAME,
            SlurmSettings.of("batch").withLicences("comsol"));

    @BeforeEach
    void fourLicences() {
        cluster.licences.put("comsol", 4L);
        reconciler.round();
        reconciler.round();
    }

    @AfterEach
    void nothingForbiddenWasAsked() {
        assertThat(cluster.faults).isEmpty();
        site.close();
    }

    private Optional<ReservationId> book(long from, long to, long licences) {
        long now = site.read(view -> view.now());
        Window window = new Window(now + from * MINUTE, now + to * MINUTE);
        return site.submit(new Command.Reserve(TestSite.job("ana", window, 1)
                                .requiring(Requirements.pool("batch")
                                        .withLicences(Amounts.of(Map.of("comsol", licences))))))
                        instanceof Decision.Accepted accepted
                ? Optional.of(accepted.reservation().id())
                : Optional.empty();
    }

    private Map<String, Long> kept() {
        Map<String, Long> kept = new TreeMap<>();
        cluster.kept.forEach((name, each) -> kept.put(name, each.licences().getOrDefault("comsol", 0L)));
        return kept;
    }

    @Test
    void theOneInTheMiddle_hasItsLicences_althoughAllThreeHaveTooMany() {
        book(1, 5, 2);
        book(5, 9, 2);
        reconciler.round();
        assertThat(kept().values()).containsExactly(2L, 2L);
        book(3, 7, 2);
        reconciler.round();
        assertThat(kept()).as("the later one has given back its own").containsEntry("berth-lab-r3", 2L);
        reconciler.round();
        assertThat(kept().values()).containsExactly(2L, 2L, 2L);
        int done = cluster.done.size();
        reconciler.round();
        assertThat(cluster.done).as("nothing is left to do").hasSize(done);
    }

    /** Each round grants the first that waits for good, so a round for each reservation is enough. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whatTheBookPromises_theClusterKeepsAfterSomeRounds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, Long> promised = new TreeMap<>();
        for (int i = 0; i < 40 && promised.size() < 20; i++) {
            long from = 1 + random.nextInt(9);
            long licences = 1 + random.nextInt(2);
            book(from, from + 1 + random.nextInt(4), licences)
                    .ifPresent(id -> promised.put("berth-lab-" + id, licences));
            if (random.nextInt(3) == 0) {
                reconciler.round();
            }
        }
        for (int i = 0; i <= promised.size(); i++) {
            reconciler.round();
        }
        assertThat(promised).as("seed %d", seed).hasSizeGreaterThan(5);
        assertThat(kept()).as("seed %d", seed).isEqualTo(promised);
    }
}
