package dev.berth.soak.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Window;
import dev.berth.sandbox.Sandbox;
import dev.berth.slurm.Census;
import dev.berth.slurm.ClusterJob;
import dev.berth.slurm.ClusterNode;
import dev.berth.slurm.Kept;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GapsTest {
    private static SortedSet<String> nodes(String... names) {
        return new TreeSet<>(List.of(names));
    }

    @Test
    void tally_countsWhatIsNotReserved() {
        List<ClusterNode> all = Stream.of("c1", "c2", "c3", "c4")
                .map(name -> new ClusterNode(name, List.of("all"), Set.of(), 2, 4000, "", ClusterNode.Condition.UP, ""))
                .toList();
        Kept active = new Kept("a", nodes("c1", "c2"), new Window(1_000, 9_000), Set.of("daemon"), false);
        Kept later = new Kept("b", nodes("c3", "c4"), new Window(9_000, 12_000), Set.of("daemon"), false);
        ClusterJob within = new ClusterJob("1", "daemon", nodes("c1"), 9_000, Optional.of("a"));
        ClusterJob beside = new ClusterJob("2", "root", nodes("c3"), 9_000, Optional.empty());
        Gaps.Tally tally = new Gaps.Tally();

        tally.count(Census.of(5_000, all, List.of(active, later), List.of(within, beside)));
        assertThat(tally.used()).isEqualTo(0.5);
        tally.count(Census.of(500, all, List.of(active, later), List.of(beside)));
        assertThat(tally.used()).isEqualTo(2.0 / 6);
    }

    /** Too short for figures: that each of the ways can be gone is what matters. */
    @Test
    void everyKeeper_booksOnARealSlurm() throws Exception {
        try (Sandbox sandbox = Sandbox.start(2);
                Keeper nobody = new Keeper.Nobody();
                Keeper operator = new Keeper.Operator(sandbox);
                Keeper berth = Keeper.Berth.of(sandbox, Duration.ofMinutes(2), Duration.ZERO)) {
            long soon = System.currentTimeMillis() / 1000 * 1000 + 60_000;
            nobody.book(new Window(soon, soon + 60_000), 1);
            assertThat(sandbox.run("scontrol", "-o", "show", "reservation").out())
                    .startsWith("No reservations");
            operator.book(new Window(soon, soon + 60_000), 1);
            assertThat(sandbox.run("scontrol", "-o", "show", "reservation").out())
                    .contains(" NodeCnt=1 ", "Users=daemon");
            berth.book(new Window(soon + 60_000, soon + 120_000), 2);
            sandbox.await(
                    "a reservation of Berth's",
                    () -> sandbox.run("scontrol", "-o", "show", "reservation")
                            .out()
                            .contains("ReservationName=berth-gaps-r1 "));
            Gaps.Result result = Gaps.run(
                    "none",
                    sandbox,
                    nobody,
                    new Gaps.Plan(Duration.ofSeconds(1), 1, Duration.ofMinutes(1), Duration.ofMinutes(2)));
            assertThat(result.due()).isZero();
        }
    }
}
